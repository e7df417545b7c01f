import assert from 'node:assert/strict';
import { ChangeLog, type LoggedChange, sidesOf } from '../../../src/resources/documents/changeLog';
import type { StateStorage } from '../../../src/resources/documents/documentState';

function memory(): StateStorage & { readonly stored: Map<string, unknown> } {
  const stored = new Map<string, unknown>();
  return {
    stored,
    get: (key) => JSON.parse(JSON.stringify(stored.get(key) ?? null)) as unknown,
    update: async (key, value) => void stored.set(key, value),
  };
}

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
  it('has the latest first, and outlives a restart', async () => {
    const storage = memory();
    await new ChangeLog(storage).add(change(1));
    await new ChangeLog(storage).add(change(2));
    assert.deepEqual(new ChangeLog(storage).entries, [change(2), change(1)]);
  });

  it('keeps what was absent absent', async () => {
    const log = new ChangeLog(memory());
    const added = {
      ...change(1),
      changes: [{ path: ['x', 'y'], before: undefined, after: null }],
    };
    await log.add(added);
    const [kept] = log.entries;
    assert.ok(kept);
    assert.deepEqual(sidesOf(kept.changes), { before: {}, after: { x: { y: null } } });
  });

  it('forgets the oldest: of many, and of large ones', async () => {
    const storage = memory();
    const log = new ChangeLog(storage);
    for (let at = 0; at < 250; at += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await log.add(change(at));
    }
    assert.equal(log.entries.length, 200);
    assert.equal(log.entries[0]?.at, 249);
    for (let at = 0; at < 3; at += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await log.add(change(1_000 + at, 'x'.repeat(900_000)));
    }
    assert.deepEqual(
      log.entries.map(({ at }) => at),
      [1_002, 1_001],
    );
  });

  it('passes over what it cannot read', () => {
    const storage = memory();
    storage.stored.set('changes', [{ at: 'yesterday' }, change(1), null]);
    assert.deepEqual(new ChangeLog(storage).entries, [change(1)]);
  });
});
