import type { Values } from '../../../../src/base/questions';
import assert from 'node:assert/strict';
import { findAction, optionsOf } from '../../../support/actions/findAction';
import { ApiError } from '../../../../src/api/errors';
import { describeOutlook } from '../../../../src/actions/subject';
import type { ActionCommand } from '../../../../src/actions/commands';
import type { Resource } from '../../../../src/resources/kinds/kind';
import type { KindId } from '../../../../src/resources/kinds/kinds';
import { collectionOf, type ResourceReference } from '../../../../src/resources/reference';

const hub: ResourceReference = { account: 'service', kind: 'hubCache', ids: [1, 101] };
const ssl: ResourceReference = { account: 'service', kind: 'ssl', ids: [1, 101, 7] };
const shared: ResourceReference = { account: 'service', kind: 'sharedSsl', ids: [1, 101] };
const server: ResourceReference = { account: 'service', kind: 'server', ids: [1] };

function reading(resource: Resource): { readonly client: object } {
  return { client: { read: () => Promise.resolve(resource) } };
}

function refusing(reason: 'unsupported' | 'server', status: number): { readonly client: object } {
  const refuse = (): Promise<never> =>
    Promise.reject(new ApiError(reason, { method: 'GET', path: '' }, 'refused', { status }));
  return { client: { read: refuse } };
}

/** The options of a question about a setting: label, value and description. */
async function offered(
  command: ActionCommand,
  target: ResourceReference,
  name: string,
  context: { readonly client?: object; readonly store?: object },
): Promise<readonly (readonly unknown[])[]> {
  const action = findAction(command, target.kind);
  const at = (action.fields?.() ?? []).findIndex((field) => 'name' in field && field.name === name);
  const options = await optionsOf(action, target, context, at);
  return options.map(({ label, value, description }) =>
    description === undefined ? [label, value] : [label, value, description],
  );
}

describe('The question about a setting that may stay unchanged', () => {
  it('shows the current value, and offers the others', async () => {
    const now = { redisObjectCache: true, nginxCacheType: 'native', cacheValidMinute: 60 };
    const change = 'serverManagement.changeHubCache';
    assert.deepEqual(await offered(change, hub, 'redisObjectCache', reading(now)), [
      ['Leave unchanged', undefined, 'Yes'],
      ['No', false],
    ]);
    assert.deepEqual(await offered(change, hub, 'nginxCacheType', reading(now)), [
      ['Leave unchanged', undefined, 'Native'],
      ['sr', 'sr'],
    ]);
    assert.deepEqual(await offered(change, hub, 'cacheValidMinute', reading(now)), [
      ['Leave unchanged', undefined, '60'],
      ['10', 10],
      ['30', 30],
      ['240', 240],
      ['1440', 1440],
    ]);
  });

  it("shows a current value that isn't among the options", async () => {
    const [first, ...others] = await offered(
      'serverManagement.changeHubCache',
      hub,
      'cacheValidMinute',
      reading({ cacheValidMinute: 45 }),
    );
    assert.deepEqual(first, ['Leave unchanged', undefined, '45']);
    assert.equal(others.length, 5);
  });

  it("can be answered even if the service doesn't report the state", async () => {
    for (const context of [
      reading({}),
      reading({ redisObjectCache: null }),
      refusing('unsupported', 404),
    ]) {
      assert.deepEqual(
        await offered('serverManagement.changeHubCache', hub, 'redisObjectCache', context),
        [
          ['Leave unchanged', undefined, 'state unknown'],
          ['Yes', true],
          ['No', false],
        ],
      );
    }
  });

  it("isn't asked if the service fails", async () => {
    const failing = refusing('server', 500);
    await assert.rejects(
      offered('serverManagement.changeHubCache', hub, 'redisObjectCache', failing),
      /refused/,
    );
  });

  it("derives the environment of a certificate from whether it's a staging one", async () => {
    const certificate = { id: 7, staging: true, authorizationMethod: 'dns-01', enableHsts: false };
    const change = 'serverManagement.changeSsl';
    for (const [target, read] of [
      [ssl, certificate],
      [shared, { advancedSSL: false, certificate }],
    ] as const) {
      assert.deepEqual(await offered(change, target, 'environment', reading(read)), [
        ['Leave unchanged', undefined, 'Staging'],
        ['Live', 'live'],
      ]);
      assert.deepEqual(await offered(change, target, 'enableHsts', reading(read)), [
        ['Leave unchanged', undefined, 'No'],
        ['Yes', true],
      ]);
    }
    const none = reading({ advancedSSL: true, certificate: null });
    const [first] = await offered(change, shared, 'environment', none);
    assert.deepEqual(first, ['Leave unchanged', undefined, 'state unknown']);
  });

  it('treats a missing answer as unchanged, and accepts other values where services may have more', () => {
    for (const [command, kind, open] of [
      [
        'serverManagement.changeHubCache',
        'hubCache',
        ['nginxCacheType', 'cacheFolderSize', 'cacheValidMinute'],
      ],
      ['serverManagement.changeSsl', 'ssl', ['authorizationMethod', 'environment']],
      ['serverManagement.changeSslMode', 'sharedSsl', []],
    ] as const) {
      const fields = (findAction(command, kind).fields?.() ?? []).filter(
        (field) => field.type === 'choice',
      );
      assert.deepEqual(
        fields.filter(({ isOpen }) => isOpen).map(({ name }) => name),
        open,
      );
      const asked = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
      assert.deepEqual(asked, kind === 'sharedSsl' ? ['advancedSSL'] : []);
    }
  });
});

describe('The questions about a new certificate', () => {
  it('call nothing current but the mode', async () => {
    const store = { find: () => ({ advancedSSL: true }) };
    for (const name of ['enableHttp', 'enableHsts', 'autoSSL']) {
      const options = await offered('serverManagement.applySsl', ssl, name, { store });
      const remarks = options.map(([, , remark]) => remark);
      assert.deepEqual(remarks, [undefined, undefined], name);
    }
  });
});

describe('The question about tags', () => {
  it("checks the server's tags, and offers those of other shown servers", async () => {
    const action = findAction('serverManagement.changeTags', 'server');
    const [field] = action.fields?.() ?? [];
    assert.ok(field?.type === 'words');
    const store = {
      peek: (collection: object) => {
        assert.deepEqual(collection, collectionOf(server));
        return { items: [{ tags: ['eu', 'blog'] }, { tags: null }, { tags: ['api', 'shop'] }] };
      },
    };
    const { signal } = new AbortController();
    const words = async (shown: object): Promise<unknown> => {
      const context = { ...reading({ tags: ['shop', 'eu'] }), store: shown };
      return field.options(context as never, server, signal);
    };
    assert.deepEqual(await words(store), [
      { word: 'shop', isOn: true },
      { word: 'eu', isOn: true },
      { word: 'api', isOn: false },
      { word: 'blog', isOn: false },
    ]);
    assert.deepEqual(await words({ peek: () => undefined }), [
      { word: 'shop', isOn: true },
      { word: 'eu', isOn: true },
    ]);
  });
});

describe('Choices described in words', () => {
  it('keep the users of a deleted database by default', async () => {
    const target: ResourceReference = { account: 'service', kind: 'database', ids: [1, 101] };
    assert.deepEqual(await offered('serverManagement.delete', target, 'deleteUser', {}), [
      ['Keep the Users', false],
      ['Delete the Users', true, 'even if they use other databases'],
    ]);
  });

  it('describe the mode of certificates by what has a certificate', async () => {
    const mode = await offered(
      'serverManagement.changeSslMode',
      shared,
      'advancedSSL',
      reading({ advancedSSL: false }),
    );
    assert.deepEqual(mode, [
      ['Advanced mode', true, 'one for each domain'],
      ['Basic mode', false, 'current'],
    ]);
  });

  it('allow other software and positions', () => {
    for (const [command, kind, name] of [
      ['serverManagement.installSoftware', 'installer', 'name'],
      ['serverManagement.sortWafRules', 'waf', 'position'],
      ['serverManagement.changeCliPhp', 'server', 'phpVersion'],
    ] as const) {
      const field = findAction(command, kind)
        .fields?.()
        .find((each) => 'name' in each && each.name === name);
      assert.ok(field?.type === 'choice' && field.isOpen === true, command);
    }
  });
});

describe('An action on an only child', () => {
  const cases: readonly (readonly [ActionCommand, KindId, Resource, RegExp])[] = [
    ['serverManagement.renewSsl', 'ssl', { message: 'none' }, /^"Domain 7" has no certificate\.$/],
    ['serverManagement.delete', 'ssl', {}, /^"Domain 7" has no certificate\.$/],
    [
      'serverManagement.renewSsl',
      'sharedSsl',
      { advancedSSL: true, certificate: null },
      /^Each domain of "Web Application 7" has its own certificate \(advanced mode\)\.$/,
    ],
    [
      'serverManagement.changeSsl',
      'sharedSsl',
      { advancedSSL: false, certificate: null },
      /^"Web Application 7" has no shared certificate\.$/,
    ],
    [
      'serverManagement.delete',
      'sharedSsl',
      { advancedSSL: false, certificate: { id: null } },
      /^"Web Application 7" has no shared certificate\.$/,
    ],
    [
      'serverManagement.deployRepository',
      'gitRepository',
      { message: 'none' },
      /^"Web Application 7" has no Git repository\.$/,
    ],
  ];

  for (const [command, kind, now, message] of cases) {
    it(`sends nothing if there is none: ${command} on a ${kind}, ${JSON.stringify(now)}`, async () => {
      const context = { ...reading(now), store: { find: () => undefined } } as never;
      const target: ResourceReference = { account: 'service', kind, ids: [1, 101, 7] };
      const { toCall } = findAction(command, kind);
      const { signal } = new AbortController();
      await assert.rejects(async () => toCall?.(context, target, {}, signal), { message });
    });
  }
});

describe('An action with a question of its own', () => {
  const asked: readonly (readonly [
    ActionCommand,
    KindId,
    asks: readonly Values[],
    not: readonly Values[],
  ])[] = [
    ['serverManagement.switchWaf', 'waf', [{ isEnabled: false }], [{ isEnabled: true }, {}]],
    [
      'serverManagement.changeDatabaseAccess',
      'database',
      [{ users: { '1': false } }, { users: { '1': true, '2': false } }],
      [{ users: { '1': true } }, {}],
    ],
  ];

  for (const [command, kind, asks, not] of asked) {
    it(`only asks it before something is taken away: ${command}`, () => {
      const { confirmation } = findAction(command, kind);
      assert.deepEqual(
        asks.map((values) => confirmation?.when?.(values)),
        asks.map(() => true),
      );
      assert.deepEqual(
        not.map((values) => confirmation?.when?.(values)),
        not.map(() => false),
      );
    });
  }

  it('labels the button with the action', () => {
    for (const [command, kind, button] of [
      ['serverManagement.delete', 'cronJob', 'Delete'],
      ['serverManagement.delete', 'sharedSsl', 'Delete'],
      ['serverManagement.stopService', 'service', 'Stop'],
      ['serverManagement.cleanDisk', 'server', 'Clean'],
      ['serverManagement.rebuildCronTable', 'cronJob', 'Rebuild'],
      ['serverManagement.deployRepository', 'gitRepository', 'Deploy'],
      ['serverManagement.disconnectRepository', 'gitRepository', 'Disconnect'],
      ['serverManagement.changeDatabaseAccess', 'database', 'Revoke'],
      ['serverManagement.rollBackCacheEngine', 'cacheConfiguration', 'Roll Back'],
      ['serverManagement.switchWaf', 'waf', 'Disable'],
    ] as const) {
      assert.equal(findAction(command, kind).confirmation?.button(), button);
    }
  });

  it('shows the state after toggling a cron job', () => {
    const job = { account: 'a', kind: 'cronJob', ids: [1, 2] } as const;
    const becomes = (command: ActionCommand, enabled: number): string | undefined =>
      describeOutlook(job, { id: 2, enabled }, findAction(command, 'cronJob').sets ?? {}).outlook;
    assert.equal(becomes('serverManagement.enableCronJob', 0), 'off → on');
    assert.equal(becomes('serverManagement.enableCronJob', 1), 'stays on');
    assert.equal(becomes('serverManagement.disableCronJob', 1), 'on → off');
    assert.equal(becomes('serverManagement.disableCronJob', 0), 'stays off');
  });
});
