import assert from 'node:assert/strict';
import { actionCases } from '../../support/actions/cases';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { FakeClock } from '../../support/fakeClock';
import type { EndedTask } from '../../../src/actions/watch/watches';
import { Watches } from '../../../src/actions/watch/watches';
import { ApiError } from '../../../src/api/errors';
import type { Resource } from '../../../src/resources/kinds/kind';
import { type ResourceReference, toKey } from '../../../src/resources/reference';

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
  readonly #stored = new Map<string, string>();

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

  readonly storage = {
    get: (key: string): unknown => JSON.parse(this.#stored.get(key) ?? 'null'),
    update: async (key: string, value: unknown) =>
      void this.#stored.set(key, JSON.stringify(value)),
  };

  open(): Watches {
    const watches = new Watches({
      client: this.client,
      store: this.store,
      clock: this.clock,
      storage: this.storage,
      note: (what) => this.notes.push(what),
    });
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

describe('Watching what takes long', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
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
    assert.deepEqual(world.outcomes, ['certificate completed']);
    assert.deepEqual(world.known.get(toKey(ssl)), issued);
    assert.deepEqual(watches.tasks, []);
    const reads = world.reads.length;
    await world.clock.advance(60 * minute);
    assert.equal(world.reads.length, reads);
    assert.equal(world.clock.pending, 0);
  });

  it('is not needed if the certificate is there at once, and none is missed before the first', async () => {
    const watches = world.open();
    world.known.set(toKey(ssl), issued);
    assert.equal(watches.start('certificate', ssl, expired), undefined);
    world.known.delete(toKey(ssl));
    world.answers.set(toKey(ssl), gone());
    assert.ok(watches.start('certificate', ssl, undefined));
    await world.clock.advance(minute);
    world.answers.set(toKey(ssl), issued);
    await world.clock.advance(minute);
    assert.deepEqual(world.outcomes, ['certificate completed']);
  });

  it('gives up on a certificate after a quarter of an hour, and says so', async () => {
    const watches = world.open();
    watches.start('certificate', ssl, expired);
    await world.clock.advance(20 * minute);
    assert.deepEqual(world.outcomes, ['certificate unknown']);
    assert.ok(world.reads.length <= 50, `${world.reads.length} reads`);
    assert.ok(world.reads.every(({ priority }) => priority === 'background'));
  });

  it('waits for a server to connect, ever more rarely', async () => {
    const watches = world.open();
    watches.start('connection', server, undefined);
    await world.clock.advance(60 * minute);
    const lately = world.reads.filter(({ at }) => at > world.clock.now() - 10 * minute);
    assert.equal(lately.length, 10);
    world.answers.set(toKey(server), { id: 9, connected: true });
    await world.clock.advance(minute);
    assert.deepEqual(world.outcomes, ['connection completed']);
  });

  for (const [end, outcome] of [
    ['Completed', 'completed'],
    ['Active', 'completed'],
    ['Failed', 'failed'],
    ['Installing', 'unknown'],
  ] as const) {
    it(`watches a cache at work until it is ${end}`, async () => {
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

  it('watches no cache that shows no work', () => {
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

  it('goes on after a reload, for the rest of its time', async () => {
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

  it('stops when a person says so or the account is removed, and tells nothing of it', async () => {
    const watches = world.open();
    const task = watches.start('certificate', ssl, expired);
    watches.start('connection', server, undefined);
    watches.stop(task?.id ?? '');
    assert.equal(watches.tasks.length, 1);
    watches.removeAccount(account);
    await world.clock.advance(60 * minute);
    assert.deepEqual([world.outcomes, world.reads.length, watches.tasks.length], [[], 0, 0]);
    assert.deepEqual(world.open().tasks, []);
  });

  it('watches a resource once, however often it is started', async () => {
    const watches = world.open();
    watches.start('certificate', ssl, expired);
    watches.start('certificate', ssl, expired);
    assert.equal(watches.tasks.length, 1);
  });

  it('ignores what cannot be read in the storage', async () => {
    await world.storage.update('watchedTasks', [{ kind: 'certificate' }, 7, null]);
    assert.deepEqual(world.open().tasks, []);
  });

  it('watches nothing where the service tells nothing, such as a deployment of no project', () => {
    const git: ResourceReference = { account, kind: 'gitRepository', ids: [1, 102] };
    world.known.set(toKey(git), { id: 1, atomic: false });
    assert.equal(world.open().start('deployment', git, undefined), undefined);
  });
});

describe('An action that starts what takes long', () => {
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
