import assert from 'node:assert/strict';
import { MemoryValues } from '../../support/explorerWorld';
import { assertEvery } from '../../support/assertEvery';
import { actionCases } from '../../support/actions/cases';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { FakeClock } from '../../support/fakeClock';
import { type EndedTask, Watches } from '../../../src/actions/watches';
import { ApiError } from '../../../src/api/errors';
import type { Resource } from '../../../src/resources/kinds/kind';
import { type ResourceReference, toKey } from '../../../src/resources/reference';
import { eachTest } from '../../support/eachTest';

const minute = 60_000;
const account = 'service';
const ssl: ResourceReference = { account, kind: 'ssl', ids: [1, 102, 7] };
const server: ResourceReference = { account, kind: 'server', ids: [9] };
const cache: ResourceReference = { account, kind: 'cacheConfiguration', ids: [1, 102] };
const expired = { id: 4, validUntil: '2026-01-01 00:00:00' };
const issued = { id: 4, validUntil: '2027-01-01 00:00:00' };

/** A service whose resources change while they are watched, and a window that can be reloaded. */
class World {
  readonly clock = new FakeClock();
  readonly answers = new Map<string, Resource | ApiError>();
  readonly known = new Map<string, Resource>();
  readonly reads: { readonly key: string; readonly at: number; readonly priority: unknown }[] = [];
  readonly ended: EndedTask[] = [];
  readonly notes: string[] = [];

  readonly store = {
    find: (reference: ResourceReference) => this.known.get(toKey(reference)),
    replace: (reference: ResourceReference, resource: Resource) =>
      void this.known.set(toKey(reference), resource),
  };

  readonly client = {
    read: async (reference: ResourceReference, options?: { readonly priority?: string }) => {
      const key = toKey(reference);
      this.reads.push({ key, at: this.clock.now(), priority: options?.priority });
      const answer = this.answers.get(key);
      if (!answer || answer instanceof ApiError) throw answer ?? new Error(`${key}?`);
      return answer;
    },
  };

  readonly storage = new MemoryValues();

  open(): Watches {
    const watches = new Watches(this, this.storage, (what) => this.notes.push(what));
    watches.onDidEnd((ended) => this.ended.push(ended));
    watches.resume();
    return watches;
  }

  get outcomes(): readonly string[] {
    return this.ended.map(({ task, state }) => `${task.kind} ${state}`);
  }
}

function gone(): ApiError {
  return new ApiError('notFound', { method: 'GET', path: '' }, 'none', { status: 404 });
}

describe('Watching long tasks', () => {
  const world = eachTest(() => new World());
  beforeEach(() => {
    world.answers.set(toKey(ssl), expired);
    world.answers.set(toKey(server), { id: 9, connected: false });
  });

  it('ends with a new certificate, and shows it', async () => {
    const watches = world.open();
    assert.ok(watches.start('certificate', ssl, expired));
    await world.clock.advance(2 * minute);
    assert.deepEqual(world.outcomes, []);
    world.answers.set(toKey(ssl), issued);
    await world.clock.advance(minute);
    assert.deepEqual(world.outcomes, ['certificate done']);
    assert.deepEqual(world.known.get(toKey(ssl)), issued);
    assert.deepEqual(watches.tasks, []);
    const reads = world.reads.length;
    await world.clock.advance(60 * minute);
    assert.equal(world.reads.length, reads);
    assert.equal(world.clock.pending, 0);
  });

  it("isn't needed if the new certificate already exists, and needs no earlier one", async () => {
    const watches = world.open();
    world.known.set(toKey(ssl), issued);
    assert.equal(watches.start('certificate', ssl, expired), undefined);
    world.known.delete(toKey(ssl));
    world.answers.set(toKey(ssl), gone());
    assert.ok(watches.start('certificate', ssl, undefined));
    await world.clock.advance(minute);
    world.answers.set(toKey(ssl), issued);
    await world.clock.advance(minute);
    assert.deepEqual(world.outcomes, ['certificate done']);
  });

  it('gives up on a certificate after a quarter of an hour, and says so', async () => {
    const watches = world.open();
    watches.start('certificate', ssl, expired);
    await world.clock.advance(20 * minute);
    assert.deepEqual(world.outcomes, ['certificate unknown']);
    assert.ok(world.reads.length <= 50, `${world.reads.length} reads`);
    assertEvery(world.reads, ({ priority }) => priority === 'background');
  });

  it('waits for a server to connect, polling less and less often', async () => {
    const watches = world.open();
    watches.start('connection', server, undefined);
    await world.clock.advance(60 * minute);
    const lately = world.reads.filter(({ at }) => at > world.clock.now() - 10 * minute);
    assert.equal(lately.length, 10);
    world.answers.set(toKey(server), { id: 9, connected: true });
    await world.clock.advance(minute);
    assert.deepEqual(world.outcomes, ['connection done']);
  });

  for (const [end, outcome] of [
    ['Completed', 'done'],
    ['Active', 'done'],
    ['Failed', 'failed'],
    ['Installing', 'unknown'],
  ] as const) {
    it(`watches a busy cache until it is ${end}`, async () => {
      const watches = world.open();
      world.known.set(toKey(cache), { status: 'Installing' });
      world.answers.set(toKey(cache), { status: 'Installing' });
      assert.ok(watches.start('cache', cache, { status: 'Active' }));
      await world.clock.advance(2 * minute);
      assert.deepEqual(world.outcomes, []);
      world.answers.set(toKey(cache), { status: end });
      await world.clock.advance(30 * minute);
      assert.deepEqual(world.outcomes, [`cache ${outcome}`]);
      assert.deepEqual(world.known.get(toKey(cache)), { status: end });
    });
  }

  it("doesn't watch an idle cache", () => {
    const watches = world.open();
    for (const [before, now] of [
      ['Completed', 'Completed'],
      ['Installing', 'completed'],
      ['Active', 'Active'],
      [undefined, 'Installing'],
      ['Completed', undefined],
    ]) {
      world.known.set(toKey(cache), { status: now });
      assert.equal(watches.start('cache', cache, { status: before }), undefined);
    }
  });

  it('continues after a reload, for the rest of its time', async () => {
    const watches = world.open();
    watches.start('certificate', ssl, expired);
    watches.start('connection', server, undefined);
    await world.clock.advance(10 * minute);
    watches.dispose();
    const reads = world.reads.length;
    await world.clock.advance(minute);
    assert.equal(world.reads.length, reads);
    const reloaded = world.open();
    assert.deepEqual(
      reloaded.tasks.map(({ kind }) => kind),
      ['certificate', 'connection'],
    );
    await world.clock.advance(5 * minute);
    assert.deepEqual(world.outcomes, ['certificate unknown']);
    assert.equal(world.open().tasks.length, 1);
  });

  it('stops silently when a person requests it or the account is removed', async () => {
    const watches = world.open();
    const task = watches.start('certificate', ssl, expired);
    watches.start('connection', server, undefined);
    watches.stop(task?.id ?? '');
    assert.equal(watches.tasks.length, 1);
    watches.removeAccount(account);
    await world.clock.advance(60 * minute);
    assert.deepEqual([world.outcomes, world.reads.length, watches.tasks.length], [[], 0, 0]);
    assert.deepEqual(world.notes, []);
    assert.deepEqual(world.open().tasks, []);
  });

  it("says why if it doesn't know more because nothing can be read in the end", async () => {
    world.open().start('certificate', ssl, expired);
    await world.clock.advance(10 * minute);
    world.answers.set(toKey(ssl), gone());
    await world.clock.advance(10 * minute);
    const [ended] = world.ended;
    assert.equal(ended?.state, 'unknown');
    assert.ok(ended.error instanceof ApiError && ended.error.status === 404);
  });

  it('watches a resource once, however often it is started', async () => {
    const watches = world.open();
    watches.start('certificate', ssl, expired);
    watches.start('certificate', ssl, expired);
    assert.equal(watches.tasks.length, 1);
  });

  it('reads every 5 seconds at first, then every 20, and once a minute from the tenth', async () => {
    world.open().start('connection', server, undefined);
    const readsWithin = async (ms: number): Promise<number> => {
      const before = world.reads.length;
      await world.clock.advance(ms);
      return world.reads.length - before;
    };
    assert.equal(await readsWithin(minute), 12);
    assert.equal(await readsWithin(9 * minute), 27);
    assert.equal(await readsWithin(10 * minute), 10);
  });

  it('waits two hours for a server, and no longer', async () => {
    world.open().start('connection', server, undefined);
    await world.clock.advance(119 * minute);
    assert.deepEqual(world.outcomes, []);
    await world.clock.advance(minute);
    assert.deepEqual(world.outcomes, ['connection unknown']);
    assert.equal(world.clock.pending, 0);
  });

  it('needs no watch for a server that is connected already', () => {
    const watches = world.open();
    world.known.set(toKey(server), { id: 9, connected: true });
    assert.equal(watches.start('connection', server, undefined), undefined);
    world.known.set(toKey(server), { id: 9, connected: null });
    assert.ok(watches.start('connection', server, undefined));
  });

  for (const [field, value] of [
    ['id', 5],
    ['validUntil', '2026-06-01 00:00:00'],
    ['renewalDate', '2026-05-01 00:00:00'],
    ['created_at', '2025-12-01 00:00:00'],
  ] as const) {
    it(`recognizes a new certificate by its ${field}`, async () => {
      world.open().start('certificate', ssl, expired);
      world.answers.set(toKey(ssl), { ...expired, [field]: value });
      await world.clock.advance(minute);
      assert.deepEqual(world.outcomes, ['certificate done']);
    });
  }

  it("doesn't mistake a certificate without an end, or with only other settings, for a new one", async () => {
    world.open().start('certificate', ssl, expired);
    world.answers.set(toKey(ssl), { id: 5, validUntil: null });
    await world.clock.advance(minute);
    world.answers.set(toKey(ssl), { ...expired, enableHsts: true });
    await world.clock.advance(minute);
    assert.deepEqual(world.outcomes, []);
  });

  it('fails if a cache reports an error, however it is written', async () => {
    const watches = world.open();
    world.known.set(toKey(cache), { status: 'Installing' });
    world.answers.set(toKey(cache), { status: 'ERROR 12' });
    watches.start('cache', cache, { status: 'Active' });
    await world.clock.advance(minute);
    assert.deepEqual(world.outcomes, ['cache failed']);
  });

  it('watches different tasks on one resource, and the same task on others', () => {
    const watches = world.open();
    watches.start('certificate', ssl, expired);
    watches.start('connection', ssl, undefined);
    watches.start('certificate', { ...ssl, ids: [1, 102, 8] }, expired);
    assert.equal(watches.tasks.length, 3);
    watches.start('certificate', ssl, expired);
    assert.deepEqual(
      watches.tasks.map(({ kind, subject }) => `${kind} ${subject.ids.at(-1)}`),
      ['connection 7', 'certificate 8', 'certificate 7'],
    );
  });

  it("resolves at the end of a task, when stopped, and immediately for a task that isn't watched", async () => {
    const watches = world.open();
    const stopped = watches.start('connection', server, undefined);
    const ended = watches.start('certificate', ssl, expired);
    assert.ok(stopped && ended);
    const over: string[] = [];
    const note = async (id: string, name: string): Promise<void> => {
      await watches.over(id);
      over.push(name);
    };
    void note('none', 'none');
    void note(stopped.id, 'stopped');
    void note(ended.id, 'ended');
    await world.clock.advance(0);
    assert.deepEqual(over, ['none']);
    watches.stop(stopped.id);
    await world.clock.advance(0);
    assert.deepEqual(over, ['none', 'stopped']);
    world.answers.set(toKey(ssl), issued);
    await world.clock.advance(minute);
    assert.deepEqual(over, ['none', 'stopped', 'ended']);
  });

  it("forgets ended tasks, and reports tasks that couldn't be watched any further", async () => {
    const watches = world.open();
    watches.start('certificate', ssl, expired);
    world.answers.delete(toKey(ssl));
    await world.clock.advance(minute);
    assert.equal(world.notes.length, 1);
    assert.match(world.notes[0] ?? '', /\?/);
    assert.deepEqual([world.outcomes, watches.tasks.length], [[], 0]);
    watches.start('connection', server, undefined);
    world.answers.set(toKey(server), { id: 9, connected: true });
    await world.clock.advance(minute);
    assert.deepEqual(world.outcomes, ['connection done']);
    assert.deepEqual(world.open().tasks, []);
  });

  it('continues after failed reads', async () => {
    world.open().start('certificate', ssl, expired);
    world.answers.set(toKey(ssl), gone());
    await world.clock.advance(minute);
    world.answers.set(toKey(ssl), issued);
    await world.clock.advance(minute);
    assert.deepEqual([world.outcomes, world.notes], [['certificate done'], []]);
  });

  it('keeps to one account when another is removed', () => {
    const watches = world.open();
    watches.start('certificate', ssl, expired);
    watches.removeAccount('another');
    assert.equal(watches.tasks.length, 1);
  });

  it('ignores unreadable entries in the storage', async () => {
    await world.storage.update('watchedTasks', [{ kind: 'certificate' }, 7, null]);
    assert.deepEqual(world.open().tasks, []);
  });

  it('watches nothing if the service reports no state, such as for a deployment without a project', () => {
    const git: ResourceReference = { account, kind: 'gitRepository', ids: [1, 102] };
    world.known.set(toKey(git), { id: 1, atomic: false });
    assert.equal(world.open().start('deployment', git, undefined), undefined);
  });
});

describe('An action that starts a long task', () => {
  const cases = [
    ['serverManagement.deployRepository', 'gitRepository', 'deployment'],
    ['serverManagement.renewSsl', 'ssl', 'certificate'],
    ['serverManagement.createServer', 'server', 'connection'],
    ['serverManagement.upgradeCacheEngine', 'cacheConfiguration', 'cache'],
    ['serverManagement.preloadCache', 'cacheConfiguration', 'cache'],
  ] as const;

  for (const [command, kind, watched] of cases) {
    it(`is watched: ${command}`, async () => {
      const found = actionCases.find((each) => each.command === command);
      assert.ok(found);
      const world = await startActionWorld();
      try {
        const prompts = new ScriptedPrompts({ answers: found.answers ?? {} });
        await runCommand(world.context(prompts), command, [found.target]);
        assert.deepEqual(
          world.watched.map((each) => [each.kind, each.subject.kind, 'ids' in each.subject]),
          [[watched, kind, true]],
        );
      } finally {
        await world.close();
      }
    });
  }
});
