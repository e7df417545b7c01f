import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { toPartOutcomes } from '../../../src/documents/writing/writeResource';
import { findKind } from '../../../src/resources/kinds/kinds';

const operation = { method: 'PATCH', path: '/' } as const;
const lost = new ApiError('timeout', operation, 'no answer');
const signedOut = new ApiError('unauthorized', operation, 'no', { status: 401 });

const editing = findKind('webApplication').document?.editing;
const changes = [
  'phpVersion',
  'settings.memoryLimit',
  'settings.uploadMaxFilesize',
  'wordpress.wpDebug',
]
  .map((name) => name.split('.'))
  .map((path) => ({ path, before: 1, after: 2 }));
const [php, memory, upload, wordPress] = changes;
assert.ok(editing?.parts && php && memory && upload && wordPress);
const writes = editing.parts
  .filter(({ fields }) => fields.some((field) => /^(php|settings|wordpress)/.test(field)))
  .map(({ write }) => ({ endpoint: write, body: {} }));
const [first, second, third] = writes;
assert.ok(first && second && third && writes.length === 3);

type Sent = Parameters<typeof toPartOutcomes>[2];
type Checked = Parameters<typeof toPartOutcomes>[3];

function outcomes(sent: Sent, checked: Checked): readonly string[] | undefined {
  const parts = toPartOutcomes(editing, { writes, changes }, sent, checked);
  return parts?.map(({ outcome }) => outcome);
}

describe('The outcome of the parts of a save', () => {
  it('is reported for two parts, but not for one', () => {
    const nothing = { arrived: [], kept: [] };
    const of = (count: number) =>
      toPartOutcomes(editing, { writes: writes.slice(0, count), changes }, { taken: [] }, nothing);
    assert.equal(of(1), undefined);
    assert.equal(of(2)?.length, 2);
  });

  it('is only unknown for the part whose answer was lost', () => {
    assert.deepEqual(outcomes({ taken: [first], error: lost }, { arrived: [php], kept: [] }), [
      'done',
      'unknown',
      'notSent',
    ]);
    assert.deepEqual(
      outcomes({ taken: [first], error: lost }, { arrived: [php], kept: [memory, wordPress] }),
      ['done', 'notSent', 'notSent'],
      'none of its changes arrived',
    );
  });

  it('is unknown for accepted parts if nothing can be read after a failure', () => {
    const unread = { arrived: [], kept: [] };
    assert.deepEqual(outcomes({ taken: [first], error: lost }, unread), [
      'unknown',
      'unknown',
      'notSent',
    ]);
    assert.deepEqual(outcomes({ taken: [first, second, third] }, unread), ['done', 'done', 'done']);
    assert.deepEqual(outcomes({ taken: [], error: signedOut }, unread), [
      'notSent',
      'notSent',
      'notSent',
    ]);
  });

  it('distinguishes refused changes from accepted ones without effect', () => {
    assert.deepEqual(
      outcomes(
        { taken: [first], error: signedOut },
        { arrived: [], kept: [php, memory, upload, wordPress] },
      ),
      ['notApplied', 'failed', 'notSent'],
    );
    assert.deepEqual(
      outcomes(
        { taken: [first, third], refused: [second] },
        { arrived: [php, wordPress], kept: [memory, upload] },
      ),
      ['done', 'failed', 'done'],
    );
  });

  it('is done only if all fields of the part arrived', () => {
    assert.deepEqual(
      outcomes(
        { taken: [first, second, third] },
        { arrived: [php, memory, wordPress], kept: [upload] },
      ),
      ['done', 'notApplied', 'done'],
    );
  });
});
