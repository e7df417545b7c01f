import assert from 'node:assert/strict';
import { describeReadOnly, findReadOnlyFields } from '../../../src/documents/plan/readOnlyFields';
import { isUnknown } from '../../../src/documents/plan/isUnknown';
import { findTypedProblems } from '../../../src/documents/plan/typedProblems';
import { toJsonSchema } from '../../../src/documents/schema/toJsonSchema';
import type { JsonObject } from '../../../src/base/json';
import { findKind, type KindId } from '../../../src/resources/kinds/kinds';

const english = (text: string): string => text;

const job = {
  id: 101,
  label: 'Nightly backup',
  username: 'shop',
  command: 'backup',
  minute: '30',
  hour: '2',
  dayOfMonth: '*',
  month: '*',
  dayOfWeek: '*',
  enabled: 1,
  created_at: '2024-01-01 00:00:00',
} satisfies JsonObject;

function problems(kind: KindId, base: JsonObject | undefined, text: string): string[] {
  return findTypedProblems(findKind(kind), base, text).map(
    ({ reason, path }) => `${reason} ${path.join('.')}`,
  );
}

describe('While a document is edited', () => {
  it('everything that a save would reject is found at once', () => {
    const { command: _removed, ...rest } = job;
    const text = JSON.stringify({ ...rest, id: 7, made_up: true, hour: '3' });
    assert.deepEqual(problems('cronJob', job, text), [
      'readOnly id',
      'removed command',
      'unknownField made_up',
    ]);
  });

  it('missing required content is found, too', () => {
    const editable = ['integration', 'hubCache', 'waf', 'ssl'] as const;
    const [kind] = editable.filter((id) => findKind(id).document?.editing?.required);
    assert.ok(kind);
    const required = findKind(kind).document?.editing?.required ?? [];
    const [writable = ''] = (findKind(kind).document?.editing?.writable ?? []).filter(
      (name) => !required.includes(name) && !name.includes('.'),
    );
    const text = JSON.stringify({ id: 2, [writable]: 'other' });
    const found = problems(kind, { id: 1, [writable]: 'one' }, text);
    assert.ok(found.includes('readOnly id'), found.join());
    assert.ok(found.includes(`missing ${required[0]}`), found.join());
  });

  it('nothing is found without a text to compare with', () => {
    assert.deepEqual(problems('cronJob', job, '{ "hour": '), []);
    assert.deepEqual(problems('cronJob', undefined, '{}'), []);
    assert.deepEqual(problems('database', { id: 1 }, '{}'), []);
    assert.deepEqual(problems('cronJob', job, JSON.stringify({ ...job, hour: '3' })), []);
  });

  it('numbers out of range are marked by the schema', () => {
    const { properties = {} } = toJsonSchema(findKind('waf'), english);
    assert.equal(properties['paranoia']?.['minimum'], 1);
    assert.equal(properties['paranoia']?.['maximum'], 4);
  });
});

describe('Read-only fields of a document', () => {
  const namesOf = (kind: KindId, content: JsonObject): string[] =>
    findReadOnlyFields(findKind(kind), JSON.stringify(content)).map(({ path }) => path.join('.'));

  it('are those that a save leaves out', () => {
    assert.deepEqual(namesOf('cronJob', job), ['id', 'enabled', 'created_at']);
  });

  it("aren't marked one by one if the whole document is read-only", () => {
    assert.deepEqual(namesOf('cronJob', { id: 1, time: '@daily' }), []);
    assert.deepEqual(namesOf('database', { id: 1 }), []);
  });

  it('say why', () => {
    assert.match(describeReadOnly(['id'], english), /assigns/);
    assert.match(describeReadOnly(['created_at'], english), /date/);
    assert.match(describeReadOnly(['ftp', 'password'], english), /secret/);
    assert.match(describeReadOnly(['ipAddress'], english), /can't change/);
  });
});

describe('A document whose settings the service never returns', () => {
  it("isn't shown as in sync", () => {
    const kind = findKind('sshSettings');
    const untold = { passwordlessLogin: null, useDns: null };
    assert.ok(isUnknown(kind, untold));
    assert.ok(isUnknown(kind, {}));
    assert.ok(!isUnknown(kind, { ...untold, useDns: false }));
    assert.ok(!isUnknown(kind, undefined));
    assert.ok(!isUnknown(findKind('database'), {}));
  });
});
