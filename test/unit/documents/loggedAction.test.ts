import assert from 'node:assert/strict';
import { type ActionWrite, toLoggedAction } from '../../../src/documents/history/changeLog';

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
  name: 'Nightly',
  verb: 'deleted',
  outcome: 'done',
  body: undefined,
  answer: job,
  before: job,
};

describe("A command's write in the history", () => {
  it("keeps a deleted resource's values", () => {
    const { label, changes, isCommand, at, verb } = toLoggedAction(deletion, 7);
    assert.deepEqual(
      { label, isCommand, at, verb },
      { label: 'Deleting "Nightly"', isCommand: true, at: 7, verb: 'deleted' },
    );
    const command = changes.find(({ path }) => path[0] === 'command');
    assert.deepEqual(command, { path: ['command'], before: 'backup', after: undefined });
  });

  it('refers to the created resource, even if the answer lists all of them', () => {
    const target = { account: 'example', kind: 'firewallRule', parents: [1] } as const;
    const creation = { ...deletion, target, verb: undefined, before: undefined };
    const idsFor = (answer: unknown) => toLoggedAction({ ...creation, answer }, 7).reference.ids;
    assert.deepEqual(idsFor([{ id: 4 }, { id: 11 }, { id: 9 }]), [1, 11]);
    assert.deepEqual(idsFor({ id: 6 }), [1, 6]);
    for (const answer of [[], {}, null, 'Created.', { message: 'Created.' }]) {
      assert.deepEqual(idsFor(answer), [1]);
    }
  });

  it('distinguishes a known outcome from an unknown one', () => {
    assert.equal(toLoggedAction(deletion, 7).outcome, 'done');
    assert.equal(toLoggedAction({ ...deletion, outcome: 'unknown' }, 7).outcome, 'unknown');
  });

  it('keeps sent and previous values, without credentials', () => {
    const body = { label: 'New', password: 'secret-1', ftp: { user: 'web', password: 'secret-2' } };
    const write = { ...deletion, verb: undefined, body };
    const { changes } = toLoggedAction(write, 7);
    assert.deepEqual(changes, [
      { path: ['label'], before: 'Nightly', after: 'New' },
      { path: ['ftp'], before: undefined, after: { user: 'web', password: '••••••••' } },
    ]);
  });

  it('omits fields that were sent unchanged', () => {
    const body = { label: 'Nightly', command: 'restore' };
    const { changes } = toLoggedAction({ ...deletion, verb: undefined, body }, 7);
    assert.deepEqual(changes, [{ path: ['command'], before: 'backup', after: 'restore' }]);
  });

  it('names fields as the document does, even if the request uses other names', () => {
    const before = { id: 1, cacheSettings: { cdn_settings: { enable: false, cdn_type: '' } } };
    const { changes } = toLoggedAction(
      {
        ...deletion,
        target: { account: 'example', kind: 'cacheConfiguration', ids: [1, 2] },
        verb: undefined,
        body: { cdnEnabled: true },
        before,
      },
      7,
    );
    assert.deepEqual(changes, [
      { path: ['cacheSettings', 'cdn_settings', 'enable'], before: false, after: true },
    ]);
  });

  it('records the effect on a resource even if the request contained no fields', () => {
    const { changes } = toLoggedAction(
      { ...deletion, verb: undefined, after: { ...job, enabled: 0 } },
      7,
    );
    assert.deepEqual(changes, [{ path: ['enabled'], before: 1, after: 0 }]);
  });

  it('records no effect that is only partly known', () => {
    const pressed = { ...deletion, verb: undefined };
    const logged = toLoggedAction(pressed, 7);
    assert.deepEqual(logged.changes, []);
    assert.ok(!('verb' in logged));
    assert.deepEqual(toLoggedAction({ ...pressed, before: undefined, after: job }, 7).changes, []);
  });

  it('omits values without a field in the document', () => {
    const { changes } = toLoggedAction(
      {
        ...deletion,
        target: { account: 'example', kind: 'cacheConfiguration', ids: [1, 2] },
        verb: undefined,
        body: { unknownToTheDocument: true },
        before: { id: 1 },
      },
      7,
    );
    assert.deepEqual(changes, []);
  });

  it('identifies a created resource by the answer', () => {
    const created = toLoggedAction(
      {
        ...deletion,
        target: { account: 'example', kind: 'cronJob', parents: [1] },
        verb: undefined,
        before: undefined,
      },
      7,
    );
    assert.deepEqual(created.reference.ids, [1, 5]);
  });
});
