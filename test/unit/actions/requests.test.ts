import type { Values } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import type { ActionCommand } from '../../../src/actions/commands';
import { parentOf } from '../../../src/resources/reference';
import type { ResourceId } from '../../../src/resources/kinds/kind';
import type { KindId } from '../../../src/resources/kinds/kinds';
import { eachTest } from '../../support/eachTest';

interface Case {
  readonly name: string;
  readonly command: ActionCommand;
  readonly kind: KindId;
  readonly ids: readonly ResourceId[];
  readonly answers?: Values;
  /** Whether the resource lacks the answered values. */
  readonly isElsewhere?: true;
  /** Whether no read shows the outcome. */
  readonly isUntold?: true;
  /** The fewest requests needed, in order. */
  readonly least: readonly string[];
}

const app = '/api/v3/servers/1/webapps/101';
const checkout = '/api/v3/servers/1/webapps/102';
const staging = '/api/v3/servers/1/webapps/104';
const dentist = '/api/v3/servers/3/webapps/303';

const cases: readonly Case[] = [
  {
    name: 'change automatic updates: one read for the form, one for the values sent with the change',
    command: 'serverManagement.switchAutomaticUpdates',
    kind: 'server',
    ids: [3],
    answers: { securityUpdate: true },
    least: [
      'GET /api/v3/servers/3',
      'GET /api/v3/servers/3',
      'PATCH /api/v3/servers/3/settings/autoupdate',
    ],
  },
  {
    name: 'renew a certificate: its id is read, and then its new end date',
    command: 'serverManagement.renewSsl',
    kind: 'ssl',
    ids: [1, 101, 101],
    isUntold: true,
    least: [
      `GET ${app}/domains/101/ssl`,
      `PUT ${app}/domains/101/ssl/101`,
      `GET ${app}/domains/101/ssl`,
    ],
  },
  {
    name: 'change a certificate: its settings are read once for all questions, and then its id',
    command: 'serverManagement.changeSsl',
    kind: 'ssl',
    ids: [1, 101, 101],
    answers: { enableHsts: false },
    least: [
      `GET ${app}/domains/101/ssl`,
      `GET ${app}/domains/101/ssl`,
      `PATCH ${app}/domains/101/ssl/101`,
      `GET ${app}/domains/101/ssl`,
    ],
  },
  {
    name: 'renew a shared certificate: the mode and the certificate are separate reads',
    command: 'serverManagement.renewSsl',
    kind: 'sharedSsl',
    ids: [3, 303],
    isUntold: true,
    least: [
      `GET ${dentist}/ssl/advanced`,
      `GET ${dentist}/ssl`,
      `PUT ${dentist}/ssl/303`,
      `GET ${dentist}/ssl/advanced`,
      `GET ${dentist}/ssl`,
    ],
  },
  {
    name: 'delete a shared certificate: its id is read, and afterwards the mode',
    command: 'serverManagement.delete',
    kind: 'sharedSsl',
    ids: [3, 303],
    least: [
      `GET ${dentist}/ssl/advanced`,
      `GET ${dentist}/ssl`,
      `DELETE ${dentist}/ssl/303`,
      `GET ${dentist}/ssl/advanced`,
      `GET ${dentist}/ssl`,
    ],
  },
  {
    name: 'add a rule to a firewall: the order is read before and after',
    command: 'serverManagement.addWafRule',
    kind: 'waf',
    ids: [1, 101],
    answers: { field: 'uri', operator: 'eq', value: '/xmlrpc.php', operation: 'block' },
    isElsewhere: true,
    isUntold: true,
    least: [`GET ${app}/waf`, `POST ${app}/waf/rules`, `GET ${app}/waf`],
  },
  {
    name: 'rename a server: the answer is the server',
    command: 'serverManagement.renameServer',
    kind: 'server',
    ids: [3],
    answers: { name: 'renamed' },
    least: ['GET /api/v3/servers/3', 'PATCH /api/v3/servers/3/settings/meta'],
  },
  {
    name: 'move a rule of a firewall: the answer is the firewall',
    command: 'serverManagement.sortWafRules',
    kind: 'waf',
    ids: [1, 102],
    answers: { rule: 1022, position: 1 },
    isElsewhere: true,
    least: [`GET ${checkout}/waf`, `GET ${checkout}/waf`, `PATCH ${checkout}/waf/rules/sort`],
  },
  {
    name: 'install a shared certificate: read the mode first, and the certificate afterwards',
    command: 'serverManagement.installSharedSsl',
    kind: 'sharedSsl',
    ids: [1, 104],
    answers: {
      provider: 'letsencrypt',
      authorizationMethod: 'http-01',
      environment: 'live',
      enableHttp: true,
      enableHsts: false,
      autoSSL: true,
    },
    isElsewhere: true,
    least: [`POST ${staging}/ssl`, `GET ${staging}/ssl/advanced`, `GET ${staging}/ssl`],
  },
  {
    name: 'change the PHP version of the command line: the available versions and the server are read first',
    command: 'serverManagement.changeCliPhp',
    kind: 'server',
    ids: [1],
    answers: { phpVersion: 'php82' },
    isElsewhere: true,
    least: [
      'GET /api/v3/servers/1/php/version',
      'GET /api/v3/servers/1',
      'PATCH /api/v3/servers/1/php/cli',
    ],
  },
  {
    name: 'clean the disk of a server without a row: one read of its name for the question',
    command: 'serverManagement.cleanDisk',
    kind: 'server',
    ids: [1],
    isUntold: true,
    least: ['GET /api/v3/servers/1', 'POST /api/v3/servers/1/health/diskcleaner'],
  },
  {
    name: 'make a web application the default: the old state is read, and the answer has the new one',
    command: 'serverManagement.makeDefault',
    kind: 'webApplication',
    ids: [1, 102],
    least: [`GET ${checkout}`, `POST ${checkout}/default`],
  },
  {
    name: 'rebuild a web application without a row: the read for the question is also the old state',
    command: 'serverManagement.rebuildWebApplication',
    kind: 'webApplication',
    ids: [1, 102],
    isUntold: true,
    least: [`GET ${checkout}`, `POST ${checkout}/rebuild`],
  },
  {
    name: 'upgrade the engine of a cache: the answer is only an acknowledgement',
    command: 'serverManagement.upgradeCacheEngine',
    kind: 'cacheConfiguration',
    ids: [1, 103],
    isUntold: true,
    least: [
      'GET /api/v3/servers/1/webapps/103/platformcache',
      'POST /api/v3/servers/1/webapps/103/platformcache/upgrade',
      'GET /api/v3/servers/1/webapps/103/platformcache',
    ],
  },
  {
    name: 'change the branch of a repository: its id is read, and the answer is the repository',
    command: 'serverManagement.changeBranch',
    kind: 'gitRepository',
    ids: [1, 104],
    answers: { branch: 'develop' },
    least: [`GET ${staging}/git`, `PATCH ${staging}/git/104/branch`],
  },
  {
    name: 'grant access to a database: one read of who has it before and after, and one of all users',
    command: 'serverManagement.changeDatabaseAccess',
    kind: 'database',
    ids: [1, 101],
    answers: { users: { '102': true } },
    isElsewhere: true,
    least: [
      'GET /api/v3/servers/1/databases/101/grant',
      'GET /api/v2/servers/1/databaseusers',
      'POST /api/v3/servers/1/databases/101/grant',
      'GET /api/v3/servers/1/databases/101/grant',
    ],
  },
  {
    name: 'disable a web application firewall: the read for the question is also the old state',
    command: 'serverManagement.switchWaf',
    kind: 'waf',
    ids: [1, 101],
    answers: { isEnabled: false },
    least: [`GET ${app}/waf`, `PATCH ${app}/waf`],
  },
  {
    name: 'change the mode of certificates: one read for both questions and the history',
    command: 'serverManagement.changeSslMode',
    kind: 'sharedSsl',
    ids: [3, 303],
    answers: { advancedSSL: true, autoSSL: true },
    least: [
      `GET ${dentist}/ssl/advanced`,
      `GET ${dentist}/ssl`,
      `POST ${dentist}/ssl/advanced`,
      `GET ${dentist}/ssl/advanced`,
    ],
  },
  {
    name: 'change the tags of a server: the read for the question is also the old state',
    command: 'serverManagement.changeTags',
    kind: 'server',
    ids: [1],
    answers: { tags: ['counted'] },
    isElsewhere: true,
    least: ['GET /api/v3/servers/1', 'POST /api/v3/servers/1/tags', 'GET /api/v3/servers/1'],
  },
];

describe('An action sends no more requests than it needs', () => {
  const world = eachTest(startActionWorld);

  for (const { name, command, kind, ids, answers = {}, isElsewhere, isUntold, least } of cases) {
    it(`to ${name}`, async () => {
      const context = world.context(new ScriptedPrompts({ answers }));
      const target = { account: 'service', kind, ids };
      // The parents of a visible row are known.
      for (let above = parentOf(target); above; above = parentOf(above)) {
        await context.store.read(above);
      }
      await world.probe.forgetRequests();
      const { status } = await runCommand(context, command, [target]);
      assert.equal(status, isUntold ? 'accepted' : 'done');
      const requests = await world.probe.requests();
      assert.deepEqual(
        requests.map(({ method, path }) => `${method} ${path}`),
        least,
      );
      const changed = isElsewhere ? [] : Object.entries(answers);
      const shown = context.store.find(target) ?? {};
      for (const [field, value] of changed) assert.equal(shown[field], value, 'the row shows it');
    });
  }
});
