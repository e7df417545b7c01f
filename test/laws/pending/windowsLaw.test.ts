import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { FakeClock } from '../../support/fakeClock';
import { MemoryFolder } from '../../support/memoryFolder';
import { CronService, cronAt, PendingWindow } from '../../support/pending/pendingWorld';
import { law } from '../../support/laws/law';
import { withoutPauses } from '../../support/withoutPauses';
import { type Clock, sleep } from '../../../src/api/scheduling/clock';
import type { ListedFolder } from '../../../src/resources/storage/sharedValues';
import { WriteError } from '../../../src/documents/writing/outcome';

/** Longer than the turn of a closed window. */
const longPauseMs = 61_000;
/** Anything longer is a time limit. */
const longestPauseMs = 5_000;

const fields = ['label', 'username', 'command'] as const;

const step = fc.record({
  window: fc.nat(1),
  what: fc.constantFrom(
    'stage',
    'stage',
    'edit',
    'drift',
    'create',
    'discard',
    'apply',
    'apply',
    'crash',
    'wait',
    'pass',
  ),
  job: fc.nat(2),
  field: fc.constantFrom(...fields),
  ticks: fc.nat(40),
});

const story = fc.record({
  steps: fc.array(step, { minLength: 4, maxLength: 16 }),
  /** How long each access to storage or the service takes, in turns. */
  delays: fc.array(fc.nat(12), { minLength: 60, maxLength: 60 }),
});

/** Two windows with the same staged changes and the same service. */
class World {
  readonly folder = new MemoryFolder();
  readonly rows = new Map<string, Record<string, string | number>>();
  /** How often each resource was created. */
  readonly created = new Map<string, number>();
  /** The values that were written. */
  readonly sent: unknown[] = [];
  readonly discarded = new Set<unknown>();
  readonly problems: string[] = [];
  now = Date.now();
  readonly #delays: readonly number[];
  #accesses = 0;

  constructor(delays: readonly number[]) {
    this.#delays = delays;
  }

  async take(): Promise<void> {
    this.#accesses += 1;
    await ticks(this.#delays[this.#accesses % this.#delays.length] ?? 0);
  }

  /** Lets time pass for everybody. */
  async pause(duration: number): Promise<void> {
    await this.take();
    this.now += duration;
  }
}

async function ticks(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

const never = new Promise<never>(() => undefined);

/** A window that may close at any moment; nothing of it happens afterwards. */
class CrashingWindow {
  isClosed = false;
  readonly window: PendingWindow;
  readonly #world: World;
  #busy = 0;

  constructor(world: World) {
    this.#world = world;
    const service = Object.assign(new CronService(), { rows: world.rows });
    service.before = () => this.#step();
    service.onWrite = (_, row, body) => {
      for (const field of fields) {
        const value = body[field];
        if (row[field] === body[field]) continue;
        world.sent.push(value);
        if (world.discarded.has(value))
          world.problems.push(`${JSON.stringify(value)} was discarded`);
      }
    };
    const clock: Clock = {
      ...withoutPauses,
      now: () => world.now,
      after: (delay, call) => {
        // The story goes on without leaving the microtasks, so pauses can't, either.
        if (delay > longestPauseMs) return withoutPauses.after(delay, call);
        let isOn = true;
        void world.pause(delay).then(() => isOn && !this.isClosed && call());
        return () => void (isOn = false);
      },
    };
    this.window = new PendingWindow(service, this.#toFolder(world.folder), clock);
    this.window.createOrDelete = async ({ reference, state }) => {
      const name = String(reference.ids[1]);
      await this.#step();
      const count = world.created.get(name) ?? 0;
      if (state.type === 'unknown' && count > 0) return undefined;
      world.created.set(name, count + 1);
      await this.#step();
      if (count > 0) throw new WriteError('failed', { arrived: [], kept: [] });
      return undefined;
    };
  }

  async apply(): Promise<void> {
    this.#busy += 1;
    await this.window.pending.refresh();
    await this.window.apply();
    this.#busy -= 1;
  }

  get isBusy(): boolean {
    return this.#busy > 0;
  }

  async #step(): Promise<void> {
    await this.#world.take();
    if (this.isClosed) await never;
  }

  #toFolder(folder: MemoryFolder): ListedFolder {
    const after = async <T>(work: () => Promise<T>): Promise<T> => {
      await this.#step();
      return work();
    };
    return {
      read: (name) => after(() => folder.read(name)),
      write: (name, text) => after(() => folder.write(name, text)),
      names: () => after(() => folder.names()),
      remove: (name) => after(() => folder.remove(name)),
    };
  }
}

describe('Two windows with staged changes, either of which may close at any moment', () => {
  const count = { applied: 0, edits: 0, crashes: 0, left: 0 };
  law(
    'create each resource once, send no discarded change, and lose nothing',
    { runs: 500, counts: count },
    fc.asyncProperty(story, async ({ steps, delays }) => {
      const world = new World(delays);
      const jobs = [1, 2, 3].map((id) => cronAt(1, id));
      const windows = [new CrashingWindow(world), new CrashingWindow(world)];
      for (const job of jobs) windows[0]?.window.service.add(job, 'old');
      /** The last value of each field that a person staged, by window and order. */
      const staged = new Map<string, string>();
      const named = new Set<string>();
      /** The running applications, by window. */
      const running = new Map<Promise<unknown>, CrashingWindow>();
      let values = 0;
      for (const { window: index, what, job: number, field, ticks: pause } of steps) {
        const own = windows[index];
        const job = jobs[number];
        if (!own || !job) continue;
        const { window } = own;
        const isOtherBusy = windows[1 - index]?.isBusy === true;
        const start = (work: Promise<unknown>): void => {
          const noted = work.catch((error: unknown) => void world.problems.push(String(error)));
          running.set(noted, own);
          void noted.then(() => running.delete(noted));
        };
        if (what === 'stage') {
          values += 1;
          const value = `value ${values}`;
          await window.stage(job, { [field]: value });
          staged.set(`${job.ids[1]} ${field}`, value);
        } else if (what === 'edit') {
          await window.pending.refresh();
          const found = window.find(job);
          const [first, ...others] = found?.changes ?? [];
          if (!found || !first) continue;
          values += 1;
          const value = `value ${values}`;
          const edited = [...others, { ...first, after: value }];
          if (await window.pending.replace(found, edited)) {
            staged.set(`${job.ids[1]} ${first.path[0]}`, value);
            count.edits += isOtherBusy ? 1 : 0;
          }
        } else if (what === 'drift') {
          const found = window.find(job);
          if (found) start(window.pending.markDrifted(found, [[field]]));
        } else if (what === 'create') {
          const name = `new:${(values += 1)}`;
          const changes = [{ path: ['label'], before: undefined, after: name }];
          const reference = { ...job, ids: [1, name] };
          await window.pending.stage([
            { reference, origin: 'person', path: `/${name}`, changes, operation: 'create' },
          ]);
          named.add(name);
        } else if (what === 'discard') {
          const found = window.find(job);
          if (!found) continue;
          await window.pending.refresh();
          const now = window.find(job);
          if (!now || own.isBusy) continue;
          if (!(await window.pending.discard([now]))) continue;
          for (const { path, after } of now.changes) {
            // The other window may be sending it.
            if (!isOtherBusy) world.discarded.add(after);
            staged.delete(`${job.ids[1]} ${path[0]}`);
          }
        } else if (what === 'apply') start(own.apply());
        else if (what === 'crash') {
          own.isClosed = true;
          count.crashes += 1;
          windows[index] = new CrashingWindow(world);
        } else if (what === 'wait') world.now += longPauseMs;
        await ticks(pause);
      }
      const isRunning = (): boolean => [...running.values()].some(({ isClosed }) => !isClosed);
      while (isRunning()) await ticks(200);
      world.now += longPauseMs;
      const last = new CrashingWindow(world).window;
      for (let round = 0; round < 3; round += 1) {
        await last.pending.refresh();
        const applied = await last.apply();
        count.applied += applied?.done ?? 0;
      }
      assert.deepEqual(world.problems, []);
      for (const name of named) assert.equal(world.created.get(name), 1, name);
      for (const [key, value] of staged) {
        const [id = '', field = ''] = key.split(' ');
        const job = cronAt(1, Number(id));
        const isLive = last.service.at(job)[field] === value;
        const isPending = last
          .find(job)
          ?.changes.some(({ path, after }) => path[0] === field && after === value);
        assert.ok(isLive || isPending, `${value} of ${key} is lost`);
        count.left += isPending ? 1 : 0;
      }
      assert.equal(world.sent.length, new Set(world.sent).size, 'something was applied twice');
    }),
  );
});

const rush = fc.record({
  /** When each window applies, in milliseconds. */
  starts: fc.array(fc.nat(300), { minLength: 2, maxLength: 3 }),
  /** How long each access to storage or the service takes, in milliseconds. */
  delays: fc.array(fc.nat(400), { minLength: 30, maxLength: 30 }),
  /** When one of them closes, if it does. */
  crash: fc.option(fc.record({ window: fc.nat(2), at: fc.nat(2_000) })),
});

/** A window that applies one change while others do, on a clock that all of them share. */
class RushingWindow {
  isClosed = false;
  /** Whether it may be sending something. */
  isInside = false;
  readonly window: PendingWindow;

  constructor(
    service: CronService,
    folder: MemoryFolder,
    clock: Clock,
    takeTime: () => Promise<void>,
  ) {
    const step = async (): Promise<void> => {
      await takeTime();
      if (this.isClosed) await never;
    };
    const around = async <T>(work: () => Promise<T>): Promise<T> => {
      await step();
      const answer = await work();
      await step();
      return answer;
    };
    const own = Object.assign(new CronService(), { rows: service.rows });
    own.before = async () => {
      this.isInside = true;
      await step();
    };
    const slow: ListedFolder = {
      read: (name) => around(() => folder.read(name)),
      write: (name, text) => around(() => folder.write(name, text)),
      names: () => around(() => folder.names()),
      remove: (name) => around(() => folder.remove(name)),
    };
    this.window = new PendingWindow(own, slow, {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      after: (delay, call) => clock.after(delay, () => void (this.isClosed || call())),
    });
  }

  async apply(): Promise<boolean> {
    await this.window.pending.refresh();
    const applied = await this.window.apply();
    this.isInside = false;
    return applied !== undefined;
  }

  close(): void {
    this.isClosed = true;
    this.isInside = false;
  }
}

describe('Windows that apply at once', () => {
  const count = { rushes: 0, crashes: 0, backedOff: 0, allBackedOff: 0, together: 0 };
  law(
    'never all back off, never apply together, and always come to an end',
    {
      runs: 250,
      counts: count,
      afterwards: (runs) => {
        const { rushes, backedOff, crashes, ...faults } = count;
        assert.ok(rushes === runs && backedOff > 0 && crashes > 0, 'no window met another one');
        assert.deepEqual(faults, { allBackedOff: 0, together: 0 });
      },
    },
    fc.asyncProperty(rush, async ({ starts, delays, crash }) => {
      count.rushes += 1;
      const clock = new FakeClock(Date.now());
      const folder = new MemoryFolder();
      const service = new CronService();
      const job = cronAt(1, 1);
      service.add(job, 'old');
      await new PendingWindow(service, folder, clock).stage(job, { label: 'new' });
      let accesses = 0;
      const takeTime = (): Promise<void> => {
        accesses += 1;
        return sleep(clock, delays[accesses % delays.length] ?? 0);
      };
      const windows = starts.map(() => new RushingWindow(service, folder, clock, takeTime));
      const wentOn: boolean[] = [];
      const running = new Set(windows);
      const run = async (each: RushingWindow): Promise<void> => {
        wentOn.push(await each.apply());
        running.delete(each);
      };
      for (const [index, each] of windows.entries()) {
        clock.after(starts[index] ?? 0, () => {
          void run(each);
        });
      }
      const closing = crash ? windows[crash.window] : undefined;
      if (crash && closing) {
        clock.after(crash.at, () => {
          if (!running.delete(closing)) return;
          closing.close();
          count.crashes += 1;
        });
      }
      for (let looks = 0; running.size > 0; looks += 1) {
        assert.ok(looks < 1_000, 'a window waits for ever');
        await clock.advance(100);
        const inside = windows.filter(({ isInside }) => isInside).length;
        if (inside > 1) count.together += 1;
        assert.ok(inside <= 1, 'two windows apply together');
      }
      count.backedOff += wentOn.filter((isOn) => !isOn).length;
      const isAnyOn = wentOn.includes(true) || windows.some(({ isClosed }) => isClosed);
      if (!isAnyOn) count.allBackedOff += 1;
      assert.ok(isAnyOn, 'all windows back off');
      // What a window that closed left behind stops nobody for longer than its turn.
      await clock.advance(longPauseMs);
      const next = new PendingWindow(service, folder, clock);
      await next.pending.refresh();
      await next.apply();
      assert.equal(service.at(job)['label'], 'new');
      assert.deepEqual(next.states, {});
    }),
  );
});
