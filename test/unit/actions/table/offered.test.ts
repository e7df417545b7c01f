import type { Values } from '../../../../src/base/questions';
import assert from 'node:assert/strict';
import { startActionWorld } from '../../../support/actions/actionWorld';
import { findAction } from '../../../support/actions/findAction';
import { ScriptedPrompts } from '../../../support/actions/scriptedPrompts';
import { actionTokens } from '../../../../src/actions/actions';
import { type ActionCommand, tokenOf } from '../../../../src/actions/commands';
import { runAction } from '../../../../src/actions/runAction';
import type { Resource } from '../../../../src/resources/kinds/kind';
import type { KindId } from '../../../../src/resources/kinds/kinds';

const certificate = { id: 7 };

/** For each action, states in which a row offers it, and others in which it would do nothing. */
const states: readonly (readonly [
  command: ActionCommand,
  kind: KindId,
  offered: readonly Resource[],
  useless: readonly Resource[],
])[] = [
  ['serverManagement.restartService', 'service', [{ running: true }, { running: false }, {}], []],
  ['serverManagement.startService', 'service', [{ running: false }, {}], [{ running: true }]],
  ['serverManagement.stopService', 'service', [{ running: true }, {}], [{ running: false }]],
  [
    'serverManagement.makeDefault',
    'webApplication',
    [{ defaultApp: false }, { defaultApp: null }, {}],
    [{ defaultApp: true }],
  ],
  [
    'serverManagement.unsetDefault',
    'webApplication',
    [{ defaultApp: true }],
    [{ defaultApp: false }, { defaultApp: null }, {}],
  ],
  ['serverManagement.enableCronJob', 'cronJob', [{ enabled: 0 }], [{ enabled: 1 }]],
  ['serverManagement.disableCronJob', 'cronJob', [{ enabled: 1 }], [{ enabled: 0 }]],
  ['serverManagement.connectRepository', 'gitRepository', [{}], [{ id: 1 }]],
  ['serverManagement.deployRepository', 'gitRepository', [{ id: 1 }], [{}]],
  ['serverManagement.changeBranch', 'gitRepository', [{ id: 1 }], [{}]],
  ['serverManagement.disconnectRepository', 'gitRepository', [{ id: 1 }], [{}]],
  [
    'serverManagement.installSharedSsl',
    'sharedSsl',
    [{ advancedSSL: false }, { advancedSSL: false, certificate: null }],
    [
      { advancedSSL: true, certificate: null },
      { advancedSSL: false, certificate },
      { certificate: null },
    ],
  ],
  ['serverManagement.changeSsl', 'sharedSsl', [{ certificate }], [{ certificate: null }, {}]],
  ['serverManagement.renewSsl', 'sharedSsl', [{ certificate }], [{ certificate: null }, {}]],
  ['serverManagement.delete', 'sharedSsl', [{ certificate }], [{ certificate: null }, {}]],
  ['serverManagement.applySsl', 'ssl', [certificate, {}], []],
  ['serverManagement.createWaf', 'waf', [], [{ isEnabled: true }]],
  ['serverManagement.createHubCache', 'hubCache', [], [{ redisObjectCache: true }]],
  [
    'serverManagement.sortWafRules',
    'waf',
    [{ rulesOrdering: [1, 'b'] }],
    [{ rulesOrdering: [1] }, { rulesOrdering: [] }, { rulesOrdering: [1, null] }, {}],
  ],
];

/** Actions that ask for something only one resource can have, or that are sent one at a time. */
const forOne: readonly (readonly [ActionCommand, KindId])[] = [
  ['serverManagement.renameServer', 'server'],
  ['serverManagement.changeTags', 'server'],
  ['serverManagement.changeIntegrationSecret', 'integration'],
  ['serverManagement.changeSsl', 'ssl'],
  ['serverManagement.changeSsl', 'sharedSsl'],
  ['serverManagement.changeSslMode', 'sharedSsl'],
  ['serverManagement.installSharedSsl', 'sharedSsl'],
  ['serverManagement.changeBranch', 'gitRepository'],
  ['serverManagement.makeDefault', 'webApplication'],
  ['serverManagement.addWafRule', 'waf'],
  ['serverManagement.sortWafRules', 'waf'],
  ['serverManagement.changeDatabaseAccess', 'database'],
];

describe('A row offers an action only in states where it makes sense', () => {
  for (const [command, kind, offered, useless] of states) {
    it(`${command} on a ${kind}`, () => {
      const isOffered = (state: Resource): boolean =>
        actionTokens('resource', kind, state).includes(tokenOf(command));
      assert.deepEqual(
        offered.map(isOffered),
        offered.map(() => true),
      );
      assert.deepEqual(
        useless.map(isOffered),
        useless.map(() => false),
      );
      // Whether there is a certificate to delete isn't known before it's read.
      assert.equal(
        actionTokens('resource', kind).includes(tokenOf(command)),
        command !== 'serverManagement.delete',
        'offered in unknown states',
      );
      assert.ok(
        !actionTokens('collection', kind).includes(tokenOf(command)),
        'not offered on lists',
      );
    });
  }
});

describe('An action for one resource', () => {
  for (const [command, kind] of forOne) {
    it(`isn't performed on two: ${command} on a ${kind}`, async () => {
      const world = await startActionWorld();
      try {
        const targets = [1, 2].map((id) => ({ account: 'service', kind, ids: [1, 101, id] }));
        const context = world.context(new ScriptedPrompts());
        await assert.rejects(
          runAction(context, findAction(command, kind), targets),
          /one resource at a time/,
        );
        assert.deepEqual(await world.probe.requests(), []);
      } finally {
        await world.close();
      }
    });
  }
});

describe('An action says what was done', () => {
  const cases: readonly (readonly [ActionCommand, KindId, Values, string])[] = [
    ['serverManagement.startService', 'service', {}, 'X started.'],
    ['serverManagement.stopService', 'service', {}, 'X stopped.'],
    [
      'serverManagement.changeSslMode',
      'sharedSsl',
      { advancedSSL: true },
      'Certificates are in advanced mode: one for each domain.',
    ],
    [
      'serverManagement.changeDatabaseAccess',
      'database',
      { users: { '1': true, '2': true } },
      'Access to X granted.',
    ],
    [
      'serverManagement.changeDatabaseAccess',
      'database',
      { users: { '1': true, '2': false } },
      'Access to X changed.',
    ],
  ];

  for (const [command, kind, values, done] of cases) {
    it(done, () => assert.equal(findAction(command, kind).done?.('X', values), done));
  }
});

describe('The warning about changing the mode of certificates', () => {
  it('depends on the new mode', () => {
    const { confirmation } = findAction('serverManagement.changeSslMode', 'sharedSsl');
    const detail = (advancedSSL: boolean): string | undefined =>
      confirmation?.detail?.({ advancedSSL });
    assert.match(detail(true) ?? '', /^Each domain will use its own certificate/);
    assert.match(detail(false) ?? '', /^All domains will share one certificate/);
  });
});
