import assert from 'node:assert/strict';
import { FakeClock } from '../../support/fakeClock';
import { MemoryFolder } from '../../support/memoryFolder';
import { cronAt, CronService, PendingWindow } from '../../support/pending/pendingWorld';
import type { Clock } from '../../../src/api/scheduling/clock';
import { WriteError } from '../../../src/documents/writing/outcome';
import {
  type SettledChange,
  type StagedChange,
  type StagedState,
  toStagedKey,
} from '../../../src/pending/stagedChange';
import { useRisingTime } from '../../support/risingTime';

const job = cronAt(1, 1);

/** A folder as one window sees it. */
class SeenFolder extends MemoryFolder {
  /** Happens once, after this window listed the files and before it gets the answer. */
  afterListing: (() => Promise<void>) | undefined;
  override readonly files: Map<string, string>;

  constructor({ files }: MemoryFolder) {
    super();
    this.files = files;
  }

  override async names(): Promise<readonly string[]> {
    const names = await super.names();
    const then = this.afterListing;
    this.afterListing = undefined;
    await then?.();
    return names;
  }
}

/** Two windows that know of one staged change, and the first one's view of their folder. */
async function openBoth<T extends Clock = FakeClock>(
  clock: T = new FakeClock(Date.now()) as Clock as T,
) {
  const shared = new MemoryFolder();
  const folder = new SeenFolder(shared);
  const service = new CronService();
  service.add(job, 'old');
  const one = new PendingWindow(service, folder, clock);
  const other = new PendingWindow(service, shared, clock);
  await one.stage(job, { label: 'new' });
  await other.pending.refresh();
  const open = async (): Promise<PendingWindow> => {
    const next = new PendingWindow(service, shared, clock);
    await next.pending.refresh();
    return next;
  };
  return { one, other, folder, service, clock, shared, open };
}

function find({ pending }: PendingWindow): StagedChange {
  const staged = pending.find({ reference: job, origin: 'person' });
  assert.ok(staged);
  return staged;
}

const fieldsOf = (staged: StagedChange | undefined) =>
  staged?.changes.map(({ path, before, after }) => [path[0], before, after]);

const failed: StagedState = { type: 'failed', text: 'refused', fields: [] };

/** What one window does to a change while the other one edits it. */
const doings: Readonly<Record<string, (window: PendingWindow, seen: StagedChange) => unknown>> = {
  'is refused': ({ pending }, staged) => pending.settle([{ staged, state: failed }]),
  'is applied': ({ pending }, staged) => pending.settle([{ staged }]),
  'is marked as changed by others': ({ pending }, staged) =>
    pending.markDrifted(staged, [['label']]),
  'is discarded': ({ pending }, staged) => pending.discard([staged]),
};

describe('An edit in one window', () => {
  useRisingTime();

  for (const [what, act] of Object.entries(doings)) {
    it(`remains if the edited change ${what} in another one at the same time`, async () => {
      const { one, other, folder, shared, open } = await openBoth();
      folder.afterListing = () => other.stage(job, { command: 'false' });
      await act(one, find(one));
      assert.equal(folder.afterListing, undefined);
      assert.deepEqual(find(one).state, { type: 'pending' });
      for (const window of [one, other, await open()]) {
        await window.pending.refresh();
        assert.deepEqual(fieldsOf(find(window))?.at(-1), ['command', 'true', 'false']);
        assert.deepEqual(find(window).state, { type: 'pending' });
      }
      assert.doesNotMatch(
        [...shared.files.values()].join(),
        /"fields":\[\[/,
        'useless data is stored',
      );
    });
  }

  it('remains if another one discards the change as it was before', async () => {
    const { one, other } = await openBoth();
    const shown = find(one);
    await other.stage(job, { command: 'false' });
    await one.pending.refresh();
    assert.equal(await one.pending.discard([shown]), false);
    assert.equal(fieldsOf(find(one))?.length, 2);
    assert.equal(await one.pending.discard([find(one)]), true);
    assert.equal(one.find(job), undefined);
  });
});

describe('The result of applying', () => {
  const settle = (
    { pending }: PendingWindow,
    staged: StagedChange,
    settled: Omit<SettledChange, 'staged'>,
  ): Promise<void> => pending.settle([{ staged, ...settled }]);

  it('becomes the base of a later edit made without it', async () => {
    const { one, other, folder } = await openBoth();
    folder.afterListing = () => other.stage(job, { label: 'newer', command: 'false' });
    await settle(one, find(one), {});
    assert.deepEqual(fieldsOf(find(one)), [
      ['label', 'new', 'newer'],
      ['command', 'true', 'false'],
    ]);
    // Also if that edit is refused, repeatedly.
    for (const _ of [1, 2]) {
      await settle(one, find(one), { state: failed });
      assert.deepEqual(fieldsOf(find(one))?.[0], ['label', 'new', 'newer']);
      assert.equal(find(one).state.type, 'failed');
    }
  });

  it('removes an edit that equals what was just applied', async () => {
    const { one, other, folder, shared } = await openBoth();
    const label = { path: ['label'], before: 'older', after: 'new' };
    folder.afterListing = async () => {
      await other.pending.replace(find(other), [label]);
    };
    await settle(one, find(one), {});
    assert.equal(one.find(job), undefined);
    await one.pending.refresh();
    const stored = [...shared.files.values()].join();
    assert.doesNotMatch(stored, /older/, 'a change of which nothing remains is stored');
  });

  it('keeps only fields that weren’t applied, however often it is retried', async () => {
    const { one } = await openBoth();
    await one.stage(job, { command: 'false', username: 'www' });
    const arrive = (name: string) => {
      const arrived = find(one).changes.filter(({ path }) => path[0] === name);
      return settle(one, find(one), { state: failed, arrived });
    };
    await arrive('label');
    await arrive('username');
    assert.deepEqual(fieldsOf(find(one)), [['command', 'true', 'false']]);
    // An edit starts from this.
    await one.stage(job, { command: 'date' });
    assert.deepEqual(fieldsOf(find(one)), [['command', 'true', 'date']]);
    assert.equal(find(one).state.type, 'pending');
  });

  it('is forgotten an hour after the change is gone, and immediately with a discarded one', async () => {
    const { one, clock, shared } = await openBoth();
    const stored = () => [...shared.files.values()].join();
    await settle(one, find(one), {});
    await clock.advance(59 * 60_000);
    await one.pending.refresh();
    assert.match(stored(), /"arrived"/);
    await clock.advance(2 * 60_000);
    await one.pending.refresh();
    assert.doesNotMatch(stored(), /"arrived"/);

    await one.stage(job, { label: 'next' });
    await one.pending.markDrifted(find(one), [['label']]);
    await settle(one, find(one), { state: failed });
    assert.match(stored(), /"arrived".*"fields"|"fields".*"arrived"/);
    await clock.advance(24 * 60 * 60_000);
    await one.pending.refresh();
    assert.equal(find(one).state.type, 'failed');
    await one.pending.discard([find(one)]);
    assert.doesNotMatch(stored(), /"arrived"|"fields"/);
  });

  it("isn't affected by others' edits of a failed change", async () => {
    const { one, shared } = await openBoth();
    await settle(one, find(one), { state: failed });
    await one.pending.markDrifted(find(one), [['label']]);
    assert.deepEqual(find(one).state, failed);
    assert.doesNotMatch([...shared.files.values()].join(), /"drift\/[^}]*fields/);
  });

  it('stays unknown after an edit if the resource may have been created', async () => {
    const { one, other, folder } = await openBoth();
    const reference = cronAt(1, 9);
    const stage = ({ pending }: PendingWindow, after: string) =>
      pending.stage([
        {
          reference,
          path: '/fresh.cron-job.json',
          origin: 'person',
          operation: 'create',
          changes: [{ path: ['label'], before: undefined, after }],
        },
      ]);
    await stage(one, 'fresh');
    await other.pending.refresh();
    one.createOrDelete = async () => {
      folder.afterListing = () => stage(other, 'fresher');
      throw new WriteError('unknown', { arrived: [], kept: [] });
    };
    await one.apply(one.pending.all.filter(({ operation }) => operation === 'create'));
    assert.equal(one.find(reference)?.state.type, 'unknown');
    assert.equal(one.find(reference)?.changes[0]?.after, 'fresher');
  });
});

describe('The stamp of an edit', () => {
  it('differs from that of a removed change, even if another window removed it', async () => {
    const { one, other } = await openBoth();
    const stamps = [find(one).at];
    for (const window of [one, other, one]) {
      await window.pending.refresh();
      await window.pending.discard(window.pending.all);
      await window.stage(job, { label: 'again' });
      stamps.push(find(window).at);
    }
    assert.equal(new Set(stamps).size, stamps.length, stamps.join());
  });
});

describe('A staged change of an earlier version', () => {
  it('is read with the state stored in it', async () => {
    const folder = new MemoryFolder();
    const staged = {
      reference: job,
      path: '/A/server/Cron Jobs/1.cron-job.json',
      at: 5,
      changes: [{ path: ['label'], before: 'old', after: 'new' }],
      state: failed,
    };
    await folder.write(
      'pending-earlier-1.json',
      JSON.stringify({ 'item/a/cronJob/one/1/1': { at: 7, value: staged } }),
    );
    const window = new PendingWindow(new CronService(), folder);
    await window.pending.refresh();
    assert.deepEqual(window.pending.all, [{ ...staged, origin: 'unknown' }]);
    await window.pending.discard(window.pending.all);
    assert.deepEqual(window.pending.all, []);
  });
});

describe('Two windows that apply at once', () => {
  it("don't wait until the other one is done", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { one, other, folder, clock } = await openBoth();
      let isOther: boolean | undefined;
      folder.afterListing = async () => {
        isOther = await other.pending.applyLock.acquire([]);
      };
      let isOne: boolean | undefined;
      void one.pending.applyLock.acquire([]).then((isTaken) => (isOne = isTaken));
      await clock.advance(1_000);
      assert.deepEqual([isOther, isOne], [true, false]);
    }
  });
});

describe('A clock that is set back', () => {
  const hour = 60 * 60 * 1_000;

  it("doesn't block applying, and a window that closed while applying leaves unknown changes", async () => {
    const late = new FakeClock(Date.now());
    const { one, shared, service } = await openBoth(late);
    assert.ok(await one.pending.applyLock.acquire([toStagedKey(find(one))]));
    // The window closes, and the clock is set back.
    const next = new PendingWindow(service, shared, new FakeClock(late.now() - hour));
    await next.pending.refresh();
    assert.deepEqual(next.states, { '1': 'unknown' });
    assert.equal((await next.apply())?.done, 1);
  });

  it("doesn't let another window in if it is only adjusted a little", async () => {
    const late = new FakeClock(Date.now());
    const { one, shared, service } = await openBoth(late);
    assert.ok(await one.pending.applyLock.acquire([toStagedKey(find(one))]));
    const next = new PendingWindow(service, shared, new FakeClock(late.now() - 1_000));
    await next.pending.refresh();
    assert.deepEqual(next.states, { '1': 'pending' });
    assert.equal(await next.apply(), undefined);
  });
});
