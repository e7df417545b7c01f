import assert from 'node:assert/strict';
import { parseMessage, parseState } from '../../../src/ui/panels/messages';

describe('Messages of a panel', () => {
  it('are taken as they are meant', () => {
    const changes = [{ id: 'paranoia', from: 1, to: 2 }];
    for (const message of [
      { type: 'ready' },
      { type: 'press', id: 'openDocument' },
      { type: 'save', changes },
      { type: 'reveal', id: 'apiKey' },
    ]) {
      assert.deepEqual(parseMessage(message), message);
    }
  });

  it('are dropped where they are anything else', () => {
    for (const message of [
      undefined,
      'ready',
      { type: 'run', command: 'rm' },
      { type: 'press' },
      { type: 'save', changes: [{ id: 'a', from: {}, to: [] }] },
      { type: 'save', changes: Array.from({ length: 501 }, () => ({ id: 'a', from: 1, to: 2 })) },
    ]) {
      assert.equal(parseMessage(message), undefined);
    }
  });

  it('leave a state that can be read, or none', () => {
    const path = '/server-management/sandbox/servers/1.server.json';
    assert.deepEqual(parseState({ path, changes: 'broken' }), { path, instance: '', changes: [] });
    assert.equal(parseState({ changes: [] }), undefined);
    assert.equal(parseState(undefined), undefined);
  });
});
