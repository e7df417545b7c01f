import assert from 'node:assert/strict';
import { atOnce } from '../../../src/base/pieces';
import { evaluate } from '../../../src/findings/evaluate';
import type { RuleId } from '../../../src/findings/finding';
import { fieldOf, findInDocument } from '../../../src/findings/inDocument';
import { Knowledge } from '../../../src/findings/knowledge';
import { findFixOfAll } from '../../../src/findings/rows';
import type { KindId } from '../../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../../src/resources/reference';
import type { JsonObject } from '../../../src/base/json';

const now = Date.UTC(2026, 10, 22);

function referenceOf(kind: KindId): ResourceReference {
  return { account: 'example', kind, ids: kind === 'server' ? [1] : [1, 2] };
}

function found(kind: KindId, content: JsonObject): readonly string[] {
  return findInDocument(referenceOf(kind), content, now, () => undefined).map(
    ({ finding, field }) => `${finding.rule}: ${field}`,
  );
}

const schedule = { minute: '0', hour: '3', month: '2', dayOfWeek: '*' };
const cases: readonly (readonly [KindId, JsonObject, JsonObject, string])[] = [
  [
    'webApplication',
    { phpVersion: 'php81' },
    { phpVersion: 'php84' },
    'phpUnsupported: phpVersion',
  ],
  [
    'server',
    { phpCLIVersion: 'php74' },
    { phpCLIVersion: 'php84' },
    'phpUnsupported: phpCLIVersion',
  ],
  [
    'server',
    { securityUpdate: false },
    { securityUpdate: true },
    'securityUpdatesOff: securityUpdate',
  ],
  ['server', { online: false }, { online: true }, 'serverOffline: online'],
  ['cronJob', { username: 'root' }, { username: 'shop' }, 'jobAsRoot: username'],
  ['supervisorJob', { username: 'root' }, { username: 'shop' }, 'jobAsRoot: username'],
  [
    'cronJob',
    { ...schedule, dayOfMonth: '30' },
    { ...schedule, dayOfMonth: '28' },
    'cronNeverRuns: dayOfMonth',
  ],
  [
    'sshSettings',
    { passwordlessLogin: false, preventRootLogin: false },
    { passwordlessLogin: false, preventRootLogin: true },
    'sshRootPassword: passwordlessLogin',
  ],
  [
    'ssl',
    { validUntil: '2026-11-01' },
    { validUntil: '2027-11-01' },
    'certificateExpired: validUntil',
  ],
  [
    'ssl',
    { provider: 'letsencrypt', validUntil: '2026-12-31', renewalDate: '2026-11-18' },
    { provider: 'custom', validUntil: '2026-12-31', renewalDate: '2026-11-18' },
    'certificateRenewalFailed: renewalDate',
  ],
  [
    'gitRepository',
    { id: 7, atomic: true, latestDeployment: { status: 'FAILED' } },
    { id: 7, atomic: true, latestDeployment: { status: 'COMPLETED' } },
    'deploymentFailed: latestDeployment',
  ],
];

describe('Findings in a document', () => {
  for (const [kind, bad, good, expected] of cases) {
    it(`are on their field, until their cause is edited away: ${kind}, ${expected}`, () => {
      assert.deepEqual(found(kind, bad), [expected]);
      assert.deepEqual(found(kind, good), []);
    });
  }

  it('are left out if the document does not have the field', () => {
    const finding = { rule: 'phpUnsupported', target: referenceOf('webApplication') } as const;
    assert.equal(fieldOf(finding, { phpVersion: 'php81' }), 'phpVersion');
    assert.equal(fieldOf(finding, {}), undefined);
    assert.equal(fieldOf({ ...finding, rule: 'diskFull' }, { phpVersion: 'php81' }), undefined);
  });

  it("leave a rejected schedule to the document's own warnings", () => {
    assert.deepEqual(found('cronJob', { ...schedule, dayOfMonth: '99' }), []);
  });

  it('name every value that fixes them', () => {
    const content = { passwordlessLogin: false, preventRootLogin: false };
    const [only] = findInDocument(referenceOf('sshSettings'), content, now, () => undefined);
    assert.deepEqual(only?.mends, [
      { field: 'passwordlessLogin', value: true },
      { field: 'preventRootLogin', value: true },
    ]);
    for (const { field, value } of only.mends) {
      assert.deepEqual(found('sshSettings', { ...content, [field]: value }), []);
    }
  });

  it('are fixed together only by what fixes every one of them', () => {
    const php = (kind: KindId, content: JsonObject) =>
      findInDocument(referenceOf(kind), content, now, () => undefined).map(
        ({ finding }) => finding,
      );
    const server = php('server', { phpCLIVersion: 'php74' });
    const application = php('webApplication', { phpVersion: 'php81' });
    const fixOf = (findings: typeof server) =>
      findFixOfAll({ type: 'rule', rule: 'phpUnsupported', findings, isMuted: false });
    assert.equal(fixOf([...server, ...server]), 'serverManagement.changeCliPhp');
    assert.equal(fixOf([...server, ...application]), undefined);
    assert.equal(fixOf(server), undefined);
  });

  it('of full disks are fixed together by cleaning them', () => {
    const knowledge = new Knowledge();
    for (const id of [1, 2]) {
      const reference = { account: 'example', kind: 'server', ids: [id] } as const;
      knowledge.addHealth({ reference, resource: { usedDiskSpace: 95, totalDiskSpace: 100 } });
    }
    const { findings } = atOnce(evaluate(knowledge, { now, isPending: () => false }));
    const row = { type: 'rule', rule: 'diskFull', findings, isMuted: false } as const;
    assert.equal(findFixOfAll(row), 'serverManagement.cleanDisk');
  });

  it('have the severity set by the person, or are left out', () => {
    const severityOf = (rule: RuleId) => (rule === 'jobAsRoot' ? 'off' : undefined);
    const root = { username: 'root' };
    assert.deepEqual(findInDocument(referenceOf('cronJob'), root, now, severityOf), []);
  });
});
