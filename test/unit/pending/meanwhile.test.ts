import assert from 'node:assert/strict';
import { FakeClock } from '../../support/fakeClock';
import { MemoryFolder } from '../../support/memoryFolder';
import {
  countsOf,
  CronService,
  cronAt,
  nothingApplied,
  PendingWindow,
} from '../../support/pending/pendingWorld';
import { withoutPauses } from '../../support/withoutPauses';
import { ApiError } from '../../../src/api/errors';
import type { Clock } from '../../../src/api/scheduling/clock';
import { WriteError } from '../../../src/documents/writing/outcome';
import type { Origin, StagedChange } from '../../../src/pending/stagedChange';
import type { ResourceReference } from '../../../src/resources/reference';

const ids = [1, 2, 3];
const fresh = cronAt(1, 99);

/** Windows that have all loaded the same staged changes. */
async function openWindows(count: number, clocks: readonly Clock[] = []) {
  const folder = new MemoryFolder();
  const service = new CronService();
  const windows = Array.from(
    { length: count },
    (_, index) => new PendingWindow(service, folder, clocks[index]),
  );
  const [one] = windows as [PendingWindow];
  for (const id of ids) {
    service.add(cronAt(1, id), `job ${id}`);
    await one.stage(cronAt(1, id), { label: `new ${id}` });
  }
  await Promise.all(windows.map(({ pending }) => pending.refresh()));
  return { service, folder, windows, one, other: windows[1] ?? one };
}

function find(
  { pending }: PendingWindow,
  reference: ResourceReference,
  origin: Origin = 'person',
): StagedChange {
  const staged = pending.find({ reference, origin });
  assert.ok(staged);
  return staged;
}

/** Stages a creation. */
async function stageCreation({ pending }: PendingWindow, label = 'fresh'): Promise<void> {
  const changes = [{ path: ['label'], before: undefined, after: label }];
  const path = '/A/server/Cron Jobs/fresh.cron-job.json';
  await pending.stage([{ reference: fresh, origin: 'person', path, changes, operation: 'create' }]);
}

const written = ({ requests }: CronService): string[] =>
  requests.filter((each) => each.startsWith('PATCH'));

describe('Staged changes while others are being applied', () => {
  it("aren't sent once they're discarded or edited", async () => {
    const { service, one } = await openWindows(1);
    service.before = async (method) => {
      if (method === 'GET') return;
      service.before = () => undefined;
      await one.pending.discard([find(one, cronAt(1, 2))]);
      await one.stage(cronAt(1, 3), { label: 'newer' });
    };
    const applied = await one.apply();
    assert.deepEqual(written(service), ['PATCH 1']);
    assert.deepEqual(countsOf(applied), { ...nothingApplied, done: 1, pending: 1 });
    assert.deepEqual(one.states, { 3: 'pending' });
  });

  it("aren't sent if another window edited them after the question", async () => {
    const { service, one, other } = await openWindows(2);
    const asked = one.pending.all;
    await other.stage(cronAt(1, 1), { label: 'newer' });
    await other.pending.discard([find(other, cronAt(1, 2))]);
    const applied = await one.apply(asked);
    assert.deepEqual(written(service), ['PATCH 3']);
    assert.deepEqual(countsOf(applied), { ...nothingApplied, done: 1, pending: 1 });
  });

  it('start from the applied value if the same field was edited', async () => {
    const { service, one } = await openWindows(1);
    const job = cronAt(1, 1);
    service.before = async (method) => {
      if (method === 'GET') return;
      service.before = () => undefined;
      await one.stage(job, { label: 'newer' });
    };
    await one.apply([find(one, job)]);
    assert.deepEqual(find(one, job).changes, [
      { path: ['label'], before: 'new 1', after: 'newer' },
    ]);
    await one.apply([find(one, job)]);
    assert.equal(service.at(job)['label'], 'newer');
  });

  it("aren't created again if they were staged again", async () => {
    const { one } = await openWindows(1);
    await stageCreation(one);
    one.createOrDelete = async () => {
      await one.pending.discard([find(one, fresh)]);
      await stageCreation(one);
      return undefined;
    };
    await one.apply([find(one, fresh)]);
    assert.equal(one.find(fresh), undefined);
  });

  it('remain discarded if another window discarded them', async () => {
    const { service, one, other } = await openWindows(2);
    const job = cronAt(1, 1);
    service.before = async () => {
      service.before = () => undefined;
      await other.pending.discard([find(other, job)]);
    };
    service.nextFault = (method) => (method === 'PATCH' ? { reason: 'forbidden' } : undefined);
    await one.apply([find(one, job)]);
    assert.equal(one.find(job), undefined);
  });

  it('are neither marked nor replaced once another window has discarded them', async () => {
    const { one, other } = await openWindows(2);
    const seen = ids.map((id) => find(one, cronAt(1, id)));
    const [first, second, third] = seen as [StagedChange, StagedChange, StagedChange];
    await other.pending.discard([first, second]);
    await other.stage(cronAt(1, 3), { label: 'newer' });
    await one.pending.markDrifted(first, [['label']]);
    assert.equal(await one.pending.replace(second, second.changes), false);
    assert.equal(await one.pending.replace(third, third.changes), false);
    assert.deepEqual(Object.keys(one.states), ['3']);
    assert.equal(find(one, cronAt(1, 3)).changes[0]?.after, 'newer');
  });
});

describe('Staging', () => {
  it('adds to what another window staged just before', async () => {
    const folder = new MemoryFolder();
    const service = new CronService();
    service.add(cronAt(1, 1), 'old');
    const [one, other] = [1, 2].map(() => new PendingWindow(service, folder));
    assert.ok(one && other);
    await other.pending.refresh();
    await one.stage(cronAt(1, 1), { label: 'new' });
    await other.stage(cronAt(1, 1), { command: 'false' });
    await one.pending.refresh();
    const fields = find(one, cronAt(1, 1)).changes.map(({ path }) => path[0]);
    assert.deepEqual(fields, ['label', 'command']);
  });

  it("a folder's plan replaces its earlier one, and keeps changes that a person staged", async () => {
    const { one } = await openWindows(1);
    const stageFrom = (job: ResourceReference, field: string) => {
      const changes = [{ path: [field], before: 'true', after: 'planned' }];
      const file = { folder: 'file:///folder', path: 'job.json' };
      return one.pending.stage([{ reference: job, origin: 'folder', path: '/job', changes, file }]);
    };
    const fieldsOf = (job: ResourceReference, origin?: Origin) =>
      find(one, job, origin).changes.map(({ path }) => path[0]);
    await stageFrom(cronAt(1, 1), 'command');
    assert.deepEqual(fieldsOf(cronAt(1, 1)), ['label']);
    assert.deepEqual(fieldsOf(cronAt(1, 1), 'folder'), ['command']);
    await stageFrom(cronAt(1, 9), 'command');
    await stageFrom(cronAt(1, 9), 'username');
    assert.deepEqual(fieldsOf(cronAt(1, 9), 'folder'), ['username']);
    assert.ok(find(one, cronAt(1, 9), 'folder').file);
  });

  it('remembers that a resource may have been created', async () => {
    const { one } = await openWindows(1);
    await stageCreation(one);
    const cause = new ApiError('timeout', { method: 'POST', path: '/cron' }, 'lost');
    one.createOrDelete = () =>
      Promise.reject(new WriteError('unknown', { arrived: [], kept: [], cause }));
    await one.apply([find(one, fresh)]);
    await stageCreation(one);
    assert.equal(find(one, fresh).state.type, 'unknown');
  });
});

describe('A window that applies changes', () => {
  it('sends nothing more once its lock is over, such as after the machine was asleep', async () => {
    let now = Date.now();
    const asleep: Clock = { ...withoutPauses, now: () => now };
    const { service, one, other } = await openWindows(2, [asleep, asleep]);
    let applied: Promise<unknown> | undefined;
    service.onWrite = () => {
      now += 120_000;
      applied ??= (async () => {
        await other.pending.refresh();
        assert.deepEqual(other.states, { 1: 'unknown', 2: 'unknown', 3: 'unknown' });
      })();
    };
    const result = await one.apply();
    await applied;
    assert.deepEqual(written(service), ['PATCH 1']);
    assert.equal(result?.pending, 2);
  });

  it('may have applied an earlier failed change if it closed while applying', async () => {
    const clock = new FakeClock();
    const { folder, service, one } = await openWindows(1, [clock]);
    service.nextFault = () => ({ reason: 'forbidden' });
    await one.apply([find(one, cronAt(1, 1))]);
    assert.equal(one.states[1], 'failed');
    assert.equal(await one.pending.applyLock.acquire(['item/person:a/cronJob/one/1/1']), true);
    const next = new PendingWindow(service, folder, new FakeClock(clock.now() + 61_000));
    await next.pending.refresh();
    assert.equal(next.states[1], 'unknown');
    assert.equal(next.states[2], 'pending');
  });

  it('can try again if its lock could not be stored', async () => {
    const { folder, one } = await openWindows(1);
    const write = folder.write.bind(folder);
    folder.write = () => Promise.reject(new Error('The disk is full'));
    await assert.rejects(one.apply(), /disk is full/);
    folder.write = write;
    assert.equal((await one.apply())?.done, 3);
  });
});
