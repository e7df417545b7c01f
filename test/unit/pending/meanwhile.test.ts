import assert from 'node:assert/strict';
import { FakeClock } from '../../support/fakeClock';
import { MemoryFolder } from '../../support/memoryFolder';
import { CronService, cronAt, PendingWindow } from '../../support/pending/pendingWorld';
import { withoutPauses } from '../../support/withoutPauses';
import type { Clock } from '../../../src/api/scheduling/clock';
import type { Applied } from '../../../src/pending/applyChanges';
import type { StagedChange } from '../../../src/pending/stagedChange';
import type { ResourceReference } from '../../../src/resources/reference';

const ids = [1, 2, 3];
const fresh = cronAt(1, 99);

/** Windows with the same staged changes, which all have read. */
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
    // oxlint-disable-next-line no-await-in-loop
    await one.stage(cronAt(1, id), { label: `new ${id}` });
  }
  await Promise.all(windows.map(({ pending }) => pending.refresh()));
  return { service, folder, windows, one, other: windows[1] ?? one };
}

function find({ pending }: PendingWindow, reference: ResourceReference): StagedChange {
  const staged = pending.find(reference);
  assert.ok(staged);
  return staged;
}

/** Stages something to be created. */
async function stageCreation({ pending }: PendingWindow, label = 'fresh'): Promise<void> {
  const changes = [{ path: ['label'], before: undefined, after: label }];
  const path = '/A/server/Cron Jobs/fresh.cron-job.json';
  await pending.stage([{ reference: fresh, path, changes, operation: 'create' }]);
}

const written = ({ requests }: CronService): string[] =>
  requests.filter((each) => each.startsWith('PATCH'));

describe('Staged changes, while others are applied', () => {
  it('are not sent once they are discarded or edited', async () => {
    const { service, one } = await openWindows(1);
    let meanwhile: Promise<unknown> | undefined;
    service.onWrite = () => {
      meanwhile ??= Promise.all([
        one.pending.discard([find(one, cronAt(1, 2))]),
        one.stage(cronAt(1, 3), { label: 'newer' }),
      ]);
    };
    const applied = await one.apply();
    await meanwhile;
    assert.deepEqual(written(service), ['PATCH 1']);
    assert.deepEqual(countsOf(applied), { ...nothing, done: 1, pending: 1 });
    assert.deepEqual(one.states, { 3: 'pending' });
  });

  it('are not sent if another window edited them after the question', async () => {
    const { service, one, other } = await openWindows(2);
    const asked = one.pending.all;
    await other.stage(cronAt(1, 1), { label: 'newer' });
    await other.pending.discard([find(other, cronAt(1, 2))]);
    const applied = await one.apply(asked);
    assert.deepEqual(written(service), ['PATCH 3']);
    assert.deepEqual(countsOf(applied), { ...nothing, done: 1, pending: 1 });
  });

  it('start from what was applied if the same field was edited', async () => {
    const { service, one } = await openWindows(1);
    const job = cronAt(1, 1);
    let meanwhile: Promise<void> | undefined;
    service.onWrite = () => {
      meanwhile ??= one.stage(job, { label: 'newer' });
    };
    await one.apply([find(one, job)]);
    await meanwhile;
    assert.deepEqual(find(one, job).changes, [
      { path: ['label'], before: 'new 1', after: 'newer' },
    ]);
    await one.apply([find(one, job)]);
    assert.equal(service.at(job)['label'], 'newer');
  });

  it('are not created again if they were staged again', async () => {
    const { one } = await openWindows(1);
    await stageCreation(one);
    one.perform = async () => {
      await one.pending.discard([find(one, fresh)]);
      await stageCreation(one);
      return undefined;
    };
    await one.apply([find(one, fresh)]);
    assert.equal(one.pending.find(fresh), undefined);
  });

  it('remain discarded if another window did that', async () => {
    const { service, one, other } = await openWindows(2);
    const job = cronAt(1, 1);
    let meanwhile: Promise<void> | undefined;
    service.before = () => {
      meanwhile ??= other.pending.discard([find(other, job)]);
    };
    service.nextFault = (method) => (method === 'PATCH' ? { reason: 'forbidden' } : undefined);
    await one.apply([find(one, job)]);
    await meanwhile;
    assert.equal(one.pending.find(job), undefined);
  });

  it('are neither marked nor replaced once another window discarded them', async () => {
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

function countsOf(applied: Applied | undefined) {
  assert.ok(applied);
  const { stops: _, applied: __, ...counts } = applied;
  return counts;
}

const nothing = { done: 0, conflict: 0, drifted: 0, failed: 0, unknown: 0, pending: 0 };

describe('A window that applies changes', () => {
  it('sends nothing more once its turn is over, as after the machine was asleep', async () => {
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

  it('may have applied a change that had failed before, if it closed in the middle', async () => {
    const clock = new FakeClock();
    const { folder, service, one } = await openWindows(1, [clock]);
    service.nextFault = () => ({ reason: 'forbidden' });
    await one.apply([find(one, cronAt(1, 1))]);
    assert.equal(one.states[1], 'failed');
    assert.equal(await one.pending.turn.take(['item/a/cronJob/one/1/1']), true);
    const next = new PendingWindow(service, folder, new FakeClock(clock.now() + 61_000));
    await next.pending.refresh();
    assert.equal(next.states[1], 'unknown');
    assert.equal(next.states[2], 'pending');
  });

  it('can try again if its turn could not be stored', async () => {
    const { folder, one } = await openWindows(1);
    const write = folder.write.bind(folder);
    folder.write = () => Promise.reject(new Error('The disk is full'));
    await assert.rejects(one.apply(), /disk is full/);
    folder.write = write;
    assert.equal((await one.apply())?.done, 3);
  });
});
