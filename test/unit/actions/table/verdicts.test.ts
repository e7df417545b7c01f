import type { Values } from '../../../../src/base/questions';
import assert from 'node:assert/strict';
import { findAction } from '../../../support/actions/findAction';
import type { ActionCommand } from '../../../../src/actions/commands';
import type { FieldContext } from '../../../../src/documents/creations/fields';
import type { Resource } from '../../../../src/resources/kinds/kind';
import type { KindId } from '../../../../src/resources/kinds/kinds';

const certificate = { id: 7 };

/** What a read shows after an answer was lost, and the verdict: done, not done, or unknown. */
const cases: readonly (readonly [
  command: ActionCommand,
  kind: KindId,
  verdict: 'done' | 'failed' | 'unknown',
  states: readonly (Resource | undefined)[],
  values?: Values,
])[] = [
  ['serverManagement.makeDefault', 'webApplication', 'done', [{ defaultApp: true }]],
  ['serverManagement.makeDefault', 'webApplication', 'failed', [{ defaultApp: null }, {}]],
  ['serverManagement.makeDefault', 'webApplication', 'unknown', [undefined]],
  [
    'serverManagement.unsetDefault',
    'webApplication',
    'done',
    [{ defaultApp: null }, { defaultApp: false }, {}],
  ],
  ['serverManagement.unsetDefault', 'webApplication', 'failed', [{ defaultApp: true }]],
  ['serverManagement.unsetDefault', 'webApplication', 'unknown', [undefined]],
  ['serverManagement.disconnectRepository', 'gitRepository', 'done', [{}]],
  ['serverManagement.disconnectRepository', 'gitRepository', 'failed', [{ id: 1 }]],
  ['serverManagement.disconnectRepository', 'gitRepository', 'unknown', [undefined]],
  ['serverManagement.installSharedSsl', 'sharedSsl', 'done', [{ certificate }]],
  ['serverManagement.installSharedSsl', 'sharedSsl', 'failed', [{ certificate: null }]],
  ['serverManagement.installSharedSsl', 'sharedSsl', 'unknown', [{}, undefined]],
  ['serverManagement.delete', 'sharedSsl', 'done', [{ certificate: null }]],
  ['serverManagement.delete', 'sharedSsl', 'failed', [{ certificate }]],
  ['serverManagement.delete', 'sharedSsl', 'unknown', [{}, undefined]],
  ['serverManagement.installSoftware', 'installer', 'unknown', [{ id: 1 }, {}, undefined]],
  ...[true, false].flatMap((advancedSSL) => [
    [
      'serverManagement.changeSslMode',
      'sharedSsl',
      'done',
      [{ advancedSSL }],
      { advancedSSL },
    ] as const,
    [
      'serverManagement.changeSslMode',
      'sharedSsl',
      'failed',
      [{ advancedSSL: !advancedSSL }],
      { advancedSSL },
    ] as const,
    [
      'serverManagement.changeSslMode',
      'sharedSsl',
      'unknown',
      [{}, undefined],
      { advancedSSL },
    ] as const,
  ]),
];

describe('After a lost answer, a read shows', () => {
  it('done only if every user has the intended access', async () => {
    const { judge } = findAction('serverManagement.changeDatabaseAccess', 'database');
    const target = { account: 'service', kind: 'database', ids: [1, 101] } as const;
    const judgeBy = async (...granted: readonly number[]): Promise<unknown> => {
      const client = { readAll: () => Promise.resolve(granted.map((id) => ({ id }))) };
      const context = { client } as unknown as FieldContext;
      return judge?.(context, target, { users: { '1': true, '2': false } }, undefined);
    };
    assert.equal(await judgeBy(1), 'done');
    assert.equal(await judgeBy(1, 2), 'failed');
    assert.equal(await judgeBy(), 'failed');
    assert.equal(await judgeBy(2), 'failed');
  });

  for (const [command, kind, verdict, states, values = {}] of cases) {
    it(`${verdict}: ${command} on a ${kind}, ${JSON.stringify(values)}`, async () => {
      const { judge } = findAction(command, kind);
      assert.ok(judge);
      const context = { client: {}, store: {} } as unknown as FieldContext;
      const target = { account: 'service', kind, ids: [1, 101] };
      const verdicts = await Promise.all(
        states.map(async (now) => judge(context, target, values, now)),
      );
      assert.deepEqual(
        verdicts,
        states.map(() => verdict),
      );
    });
  }
});
