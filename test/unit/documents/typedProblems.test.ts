import assert from 'node:assert/strict';
import {
  describeReadOnly,
  findReadOnlyFields,
  readOnlyReason,
} from '../../../src/documents/plan/readOnlyFields';
import { findTypedProblems, isUnknown, missingParts } from '../../../src/documents/plan/savePlan';
import { toJsonSchema } from '../../../src/documents/schema';
import type { JsonObject } from '../../../src/base/json';
import { findKind, type KindId } from '../../../src/resources/kinds/kinds';

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

describe('While a document is being edited', () => {
  it('everything that a save would reject is found immediately', () => {
    const { command: _removed, ...rest } = job;
    const text = JSON.stringify({ ...rest, id: 7, made_up: true, hour: '3' });
    assert.deepEqual(problems('cronJob', job, text), [
      'readOnly id',
      'removed command',
      'unknownField made_up',
    ]);
  });

  it('missing required content is found, too', () => {
    const text = JSON.stringify({ id: 2, enableHttp: false });
    const found = problems('ssl', { id: 1, enableHttp: true }, text);
    assert.ok(found.includes('readOnly id'), found.join());
    assert.ok(found.includes('missing advancedSSL'), found.join());
    assert.ok(!found.includes('missing enableHttp'), found.join());
  });

  it('a field may be removed only if it has no meaning with the other values', () => {
    const of = (processManager: string, more: JsonObject = {}): JsonObject => {
      return { id: 1, settings: { processManager, processManagerMaxChildren: 9, ...more } };
    };
    const base = of('dynamic', { processManagerStartServers: 2 });
    const field = 'settings.processManagerStartServers';
    assert.deepEqual(problems('webApplication', base, JSON.stringify(of('static'))), []);
    const dynamic = problems('webApplication', base, JSON.stringify(of('dynamic')));
    assert.deepEqual(dynamic, [`removed ${field}`]);
  });

  it('nothing is found without a text to compare with', () => {
    assert.deepEqual(problems('cronJob', job, '{ "hour": '), []);
    assert.deepEqual(problems('cronJob', undefined, '{}'), []);
    assert.deepEqual(problems('database', { id: 1 }, '{}'), []);
    assert.deepEqual(problems('cronJob', job, JSON.stringify({ ...job, hour: '3' })), []);
  });

  it('numbers out of range are marked by the schema', () => {
    const { properties = {} } = toJsonSchema(findKind('waf'));
    assert.equal(properties['paranoia']?.['minimum'], 1);
    assert.equal(properties['paranoia']?.['maximum'], 4);
  });
});

describe('Read-only fields of a document', () => {
  const namesOf = (kind: KindId, content: JsonObject): string[] =>
    findReadOnlyFields(findKind(kind), JSON.stringify(content)).map(({ path }) => path.join('.'));

  it("are those that a save can't contain", () => {
    assert.deepEqual(namesOf('cronJob', job), ['id', 'enabled', 'created_at']);
  });

  it("aren't marked one by one if the whole document is read-only", () => {
    assert.deepEqual(namesOf('cronJob', { id: 1, time: '@daily' }), []);
    assert.deepEqual(namesOf('database', { id: 1 }), []);
  });

  it('are found within a partly editable group, and while a comma is being typed', () => {
    const ssh = { id: 9, useDns: true, created_at: 'x' };
    assert.deepEqual(namesOf('server', { id: 1, name: 'x', ssh }), [
      'id',
      'ssh.id',
      'ssh.created_at',
    ]);
    assert.deepEqual(namesOf('server', { name: 'x', ssh: [{ id: 9 }] }), []);
    const typing = findReadOnlyFields(findKind('cronJob'), '{ "label": "x", "enabled": 1, }');
    assert.deepEqual(
      typing.map(({ path }) => path.join('.')),
      ['enabled'],
    );
  });

  it('say why', () => {
    assert.match(describeReadOnly(['id']), /assigns/);
    assert.match(describeReadOnly(['created_at']), /date/);
    assert.match(describeReadOnly(['ftp', 'password']), /secret/);
    assert.match(describeReadOnly(['ipAddress']), /can't change/);
  });
});

describe('A document that is read-only as a whole', () => {
  const reasonOf = (kind: KindId, content: JsonObject | undefined): string | undefined =>
    readOnlyReason(findKind(kind), content);

  it('says why', () => {
    assert.equal(
      reasonOf('cronJob', { id: 1, time: '@daily' }),
      "Read-only: its schedule doesn't have five cron fields.",
    );
    assert.equal(
      reasonOf('deployScript', { id: 1, atomic: true, deployScript: 'x' }),
      'Read-only: an atomic project deploys this web application.',
    );
    assert.equal(
      reasonOf('deployScript', { id: 1, autoDeploy: null, deployScript: 'x' }),
      'Read-only: parts of it are unknown, and saving would remove them.',
    );
    for (const kind of ['systemUser', 'databaseUser'] as const) {
      assert.equal(
        reasonOf(kind, { id: 1 }),
        'Read-only: only the password can be changed, with Change Password.',
      );
    }
    assert.equal(reasonOf('database', { id: 1 }), "Read-only: the service can't change it.");
  });

  it('isn’t reported for an editable document, or one that wasn’t read yet', () => {
    assert.equal(reasonOf('cronJob', job), undefined);
    assert.equal(reasonOf('cronJob', undefined), undefined);
    assert.deepEqual(missingParts(findKind('server'), undefined), []);
  });
});

describe('A document whose settings the service never returns', () => {
  it('is shown as unknown', () => {
    const kind = findKind('sshSettings');
    const unreturned = { passwordlessLogin: null, useDns: null };
    assert.ok(isUnknown(kind, unreturned));
    assert.ok(isUnknown(kind, {}));
    assert.ok(!isUnknown(kind, { ...unreturned, useDns: false }));
    assert.ok(!isUnknown(kind, undefined));
    assert.ok(!isUnknown(findKind('database'), {}));
  });
});
