import assert from 'node:assert/strict';
import {
  keptChanges,
  keptFollowed,
  parsePageMessage,
  parseState,
} from '../../../src/panels/page/messages';

describe('Messages of a panel', () => {
  it('are read as sent', () => {
    const changes = [{ id: 'paranoia', from: 1, to: 2 }];
    for (const message of [
      { type: 'ready' },
      { type: 'press', id: 'openDocument' },
      { type: 'save', changes },
      { type: 'reveal', id: 'apiKey' },
    ]) {
      assert.deepEqual(parsePageMessage(message), message);
    }
  });

  it('are dropped if malformed', () => {
    for (const message of [
      undefined,
      'ready',
      { type: 'run', command: 'rm' },
      { type: 'press' },
      { type: 'save', changes: [{ id: 'a', from: {}, to: [] }] },
      { type: 'save', changes: Array.from({ length: 501 }, () => ({ id: 'a', from: 1, to: 2 })) },
    ]) {
      assert.equal(parsePageMessage(message), undefined);
    }
  });

  it('restore a readable state, or none', () => {
    const path = '/server-management/sandbox/servers/1.server.json';
    const nothing = { panel: '', instance: '', changes: [], lists: {}, scroll: 0 };
    for (const kept of [{ changes: 'broken' }, { lists: { log: {} }, scroll: 'far' }]) {
      assert.deepEqual(parseState({ path, ...kept }), { path, ...nothing });
    }
    const sort = { column: 1, isDescending: true };
    const lists = { log: { wanted: 'nginx', count: 200, chosen: { level: 'warning' }, sort } };
    assert.deepEqual(parseState({ path, lists, scroll: 120 }), {
      path,
      ...nothing,
      lists,
      scroll: 120,
    });
    assert.equal(parseState({ changes: [] }), undefined);
    assert.equal(parseState(undefined), undefined);
  });
});

describe('What a panel stored', () => {
  it('is read without its odd entries, which another version may have written', () => {
    const change = { id: 'name', from: 'web', to: 'shop' };
    assert.deepEqual(keptChanges.schema.parse([{ id: 7 }, change, 'odd']), [change]);
    assert.deepEqual(parseState({ path: '/a', changes: [{ id: 7 }, change] })?.changes, [change]);
    assert.deepEqual(keptFollowed.schema.parse([['/a'], 'odd', [1]]), [['/a']]);
  });

  it("isn't there if it's no list", () => {
    assert.equal(keptChanges.schema.safeParse({ id: 'name' }).success, false);
    assert.equal(keptFollowed.schema.safeParse('odd').success, false);
  });
});
