import assert from 'node:assert/strict';
import { DocumentError } from '../../../src/documents/writing/outcome';
import { toContent } from '../../../src/documents/content';
import { maskedCredential } from '../../../src/documents/maskCredentials';
import { mayBeTyped, planSave } from '../../../src/documents/plan/savePlan';
import { findKind } from '../../../src/resources/kinds/kinds';
import type { JsonObject } from '../../../src/base/json';

const kind = findKind('cronJob');
const content = toContent(kind, {
  id: 1,
  label: 'Tidy up',
  username: 'webmaster',
  command: '/bin/true',
  enabled: 1,
  time: '0 3 * * *',
});

/** The problems of a text, by member. */
function problemsOf(
  mine: JsonObject,
  { base = content, theirs = content, of = kind } = {},
): readonly string[] {
  try {
    planSave(of, { base, mine, theirs });
    return [];
  } catch (error) {
    assert.ok(error instanceof DocumentError);
    return error.problems.map(({ reason, path }) => `${path.join('.')}: ${reason}`);
  }
}

describe('The plan of a save', () => {
  const { label: _, ...unlabeled } = content;

  it('rejects members that can’t be written, each with its own reason', () => {
    assert.deepEqual(problemsOf({ ...content, enabled: 0 }), ['enabled: readOnly']);
    assert.deepEqual(problemsOf({ ...content, interval: 5 }), ['interval: unknownField']);
    assert.deepEqual(problemsOf({ ...content, apiToken: 'abc' }), ['apiToken: credential']);
    const base = { ...content, access: { name: 'a' } };
    const mine = { ...content, access: { name: 'a', apiToken: 'abc' } };
    assert.deepEqual(problemsOf(mine, { base, theirs: base }), ['access.apiToken: credential']);
    assert.deepEqual(problemsOf({ ...content, id: 2, interval: 5 }).toSorted(), [
      'id: readOnly',
      'interval: unknownField',
    ]);
  });

  it('treats a known field as read-only, even if others removed it', () => {
    const base = { ...content, note: 'a' };
    assert.deepEqual(problemsOf({ ...base, note: 'b' }, { base }), ['note: readOnly']);
    assert.deepEqual(problemsOf({ ...content, note: 'b' }, { theirs: base }), ['note: readOnly']);
  });

  it('rejects a text that leaves out a member that the service has', () => {
    assert.deepEqual(problemsOf(unlabeled), ['label: removed']);
  });

  it('plans nothing for a field that others removed, too', () => {
    const { changes } = planSave(kind, { base: content, mine: unlabeled, theirs: unlabeled });
    assert.deepEqual(changes, []);
  });

  it('changes no part whose current values couldn’t be read', () => {
    const application = findKind('webApplication');
    const base = { id: 1, name: 'shop', settings: { memoryLimit: 256 } };
    const mine = { ...base, settings: { memoryLimit: 512 } };
    const theirs = { id: 1, name: 'shop' };
    assert.deepEqual(
      problemsOf(mine, { base, theirs: { ...theirs, settings: base.settings }, of: application }),
      [],
    );
    assert.deepEqual(problemsOf(mine, { base, theirs, of: application }), [
      'settings.memoryLimit: notRead',
    ]);
  });

  it('sends a public folder below the root folder, or the root folder itself as empty', () => {
    const application = findKind('webApplication');
    const base = { id: 1, rootPath: '/home/a/shop', publicPath: '/home/a/shop/public' };
    const sent = ['/home/a/shop', '/home/a/shop/web', '/home/a/shop2', 'web'].map((publicPath) => {
      const mine = { ...base, publicPath };
      return planSave(application, { base, mine, theirs: base }).writes.map(({ body }) => body);
    });
    assert.deepEqual(sent, [
      [{ publicPath: '' }],
      [{ publicPath: '/web' }],
      [{ publicPath: '/home/a/shop2' }],
      [{ publicPath: 'web' }],
    ]);
  });

  it('treats every difference as a conflict if the text’s starting point is unknown', () => {
    const mine = { ...content, label: 'Mine', hour: '4', enabled: 0 };
    const { conflicts } = planSave(kind, { base: undefined, mine, theirs: content });
    assert.deepEqual(conflicts.map(([name = '']) => name).toSorted(), ['hour', 'label']);
  });
});

describe('A difference from the live content', () => {
  const editing = kind.document?.editing;
  const isTyped = (path: readonly string[], after: unknown): boolean =>
    mayBeTyped(editing, { path, before: 'a', after: after as string });

  it('may have been typed in a writable field', () => {
    assert.equal(isTyped(['label'], 'b'), true);
    assert.equal(isTyped(['label'], undefined), true);
  });

  it('may have been typed in any field of a document without editable fields', () => {
    assert.equal(mayBeTyped(undefined, { path: ['online'], before: true, after: false }), true);
  });

  it('can’t have been typed in a read-only field', () => {
    assert.equal(isTyped(['created_at'], 'b'), false);
    assert.equal(isTyped(['created_at'], undefined), false);
  });

  it('may have been typed if it is a credential, unless that is masked or gone', () => {
    assert.equal(isTyped(['apiToken'], 'secret'), true);
    assert.equal(isTyped(['access', 'apiToken'], 'secret'), true);
    assert.equal(isTyped(['apiToken'], maskedCredential), false);
    assert.equal(isTyped(['apiToken'], ''), false);
    assert.equal(isTyped(['apiToken'], undefined), false);
  });
});
