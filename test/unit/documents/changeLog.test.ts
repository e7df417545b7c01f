import assert from 'node:assert/strict';
import { ChangeLog, type LoggedChange, sidesOf } from '../../../src/documents/history/changeLog';
import { MemoryFolder } from '../../support/memoryFolder';
import { openShared, sharedValues } from '../../support/sharedValues';

function change(at: number, after = 'b'): LoggedChange {
  return {
    at,
    reference: { account: 'a', kind: 'server', ids: [1] },
    label: 'shop',
    changes: [{ path: ['name'], before: 'a', after }],
    outcome: 'done',
  };
}

describe('The log of changes', () => {
  it('lists the latest first, and survives a restart', async () => {
    const folder = new MemoryFolder();
    await new ChangeLog(await openShared(folder)).add(change(1));
    await new ChangeLog(await openShared(folder)).add(change(2));
    assert.deepEqual(new ChangeLog(await openShared(folder)).entries, [change(2), change(1)]);
  });

  it('has what was added just before its window ended', async () => {
    const folder = new MemoryFolder();
    const values = sharedValues(folder);
    const added = new ChangeLog(values).add(change(1));
    await values.flush();
    assert.deepEqual(new ChangeLog(await openShared(folder)).entries, [change(1)]);
    await added;
  });

  it('contains entries that two windows write at the same moment', async () => {
    const folder = new MemoryFolder();
    const [here, there] = [
      new ChangeLog(await openShared(folder)),
      new ChangeLog(await openShared(folder)),
    ];
    await Promise.all([here.add(change(1)), there.add(change(1, 'c')), here.add(change(2))]);
    await Promise.all([here.refresh(), there.refresh()]);
    assert.equal(here.entries.length, 3);
    assert.deepEqual(here.entries, there.entries);
  });

  it('keeps missing values missing', async () => {
    const log = new ChangeLog(await openShared());
    const added = {
      ...change(1),
      changes: [{ path: ['x', 'y'], before: undefined, after: null }],
    };
    await log.add(added);
    const [kept] = log.entries;
    assert.ok(kept);
    assert.deepEqual(sidesOf(kept.changes), { before: {}, after: { x: { y: null } } });
  });

  it('drops the oldest entries: those beyond the limit, and large ones', async () => {
    const values = await openShared();
    const log = new ChangeLog(values);
    for (let at = 0; at < 250; at += 1) {
      await log.add(change(at));
    }
    assert.equal(log.entries.length, 200);
    assert.equal(log.entries[0]?.at, 249);
    for (let at = 0; at < 3; at += 1) {
      await log.add(change(1_000 + at, 'x'.repeat(900_000)));
    }
    assert.deepEqual(
      log.entries.map(({ at }) => at),
      [1_002, 1_001],
    );
    assert.equal(values.list('').length, 2, 'entries that are no longer listed are still stored');
  });

  it("drops no entries that aren't loaded yet", async () => {
    const folder = new MemoryFolder();
    const earlier = new ChangeLog(await openShared(folder));
    for (let at = 0; at < 200; at += 1) {
      await earlier.add(change(at));
    }
    const values = sharedValues(folder);
    await new ChangeLog(values).add(change(200));
    assert.equal(values.list('').length, 200);
  });

  it('keeps a single entry that exceeds the total limit', async () => {
    const log = new ChangeLog(await openShared());
    await log.add(change(1));
    await log.add(change(2, 'x'.repeat(2_100_000)));
    assert.deepEqual(
      log.entries.map(({ at }) => at),
      [2],
    );
  });

  it('reads the outcomes of calls that earlier versions wrote', async () => {
    const values = await openShared();
    const call = { at: 1, agent: 'Bob', tool: 'x', accounts: [] };
    const outcomes = ['done', 'failed', 'refused', 'unanswered'];
    await values.change(
      outcomes.map((outcome, index) => ({ key: `call/${index}`, value: { ...call, outcome } })),
    );
    assert.deepEqual(new ChangeLog(values).calls.map(({ outcome }) => outcome).toSorted(), [
      'done',
      'failed',
      'notSent',
      'unknown',
    ]);
  });

  it('is empty after being cleared', async () => {
    const folder = new MemoryFolder();
    const log = new ChangeLog(await openShared(folder));
    await log.add(change(1));
    await log.clear();
    assert.deepEqual(log.entries, []);
    assert.deepEqual(new ChangeLog(await openShared(folder)).entries, []);
  });
});
