import assert from 'node:assert/strict';
import { type ActionWrite, toLoggedAction } from '../../../src/resources/documents/loggedAction';

const job = {
  id: 5,
  label: 'Nightly',
  username: 'shop',
  command: 'backup',
  time: '0 3 * * *',
  enabled: 1,
  created_at: '2026-01-01 00:00:00',
};

const deletion: ActionWrite = {
  target: { account: 'example', kind: 'cronJob', ids: [1, 5] },
  title: 'Deleting "Nightly"',
  isDeletion: true,
  body: undefined,
  answer: job,
  before: job,
};

describe("a command's write in the history", () => {
  it('keeps what was deleted', () => {
    const { label, changes, isCommand, at } = toLoggedAction(deletion, 7);
    assert.deepEqual(
      { label, isCommand, at },
      { label: 'Deleting "Nightly"', isCommand: true, at: 7 },
    );
    const command = changes.find(({ path }) => path[0] === 'command');
    assert.deepEqual(command, { path: ['command'], before: 'backup', after: undefined });
  });

  it('keeps what was sent beside what was known, and no credential', () => {
    const write = { ...deletion, isDeletion: false, body: { label: 'New', password: 'secret-1' } };
    const { changes } = toLoggedAction(write, 7);
    assert.deepEqual(changes, [{ path: ['label'], before: 'Nightly', after: 'New' }]);
  });

  it('names what was created by its answer', () => {
    const created = toLoggedAction(
      {
        ...deletion,
        target: { account: 'example', kind: 'cronJob', parents: [1] },
        isDeletion: false,
        before: undefined,
      },
      7,
    );
    assert.deepEqual(created.reference.ids, [1, 5]);
  });
});
