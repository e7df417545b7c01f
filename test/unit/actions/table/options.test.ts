import assert from 'node:assert/strict';
import { findAction, optionsOf } from '../../../support/actions/findAction';
import { actions } from '../../../../src/actions/actions';
import { ApiError } from '../../../../src/api/errors';
import type { FieldContext } from '../../../../src/documents/creations/fields';
import type { Resource } from '../../../../src/resources/kinds/kind';

const webApplication = { account: 'service', kind: 'webApplication', ids: [1, 101] } as const;

function reading(resource: Resource): object {
  return { read: () => Promise.resolve(resource) };
}

function refusing(reason: 'unsupported' | 'server', status: number): object {
  const refuse = (): Promise<never> =>
    Promise.reject(new ApiError(reason, { method: 'GET', path: '' }, 'refused', { status }));
  return { read: refuse, readAll: refuse, perform: refuse };
}

const refused = refusing('server', 500);
/** Refuses every read, and knows nothing. */
const unreachable = {
  client: refused,
  store: {
    ...refused,
    all: () => Promise.reject(new Error()),
    list: () => Promise.reject(new Error()),
    peek: () => undefined,
    find: () => undefined,
  },
} as unknown as FieldContext;
const never = new AbortController().signal;

describe('The question about', () => {
  it('caches checks the enabled ones, each from its own group of settings, if it is known', async () => {
    const action = findAction('serverManagement.switchCache', 'cacheConfiguration');
    const target = { ...webApplication, kind: 'cacheConfiguration' } as const;
    const groups = ['cache_settings', 'object_cache_settings', 'cdn_settings'];
    for (const [index, group] of groups.entries()) {
      const cacheSettings = { [group]: { enable: true } };
      const options = await optionsOf(action, target, { client: reading({ cacheSettings }) });
      assert.deepEqual(
        options.map(({ isOn, sets }) => sets ?? isOn),
        groups.flatMap((_group, other) => (other === index ? [true] : [true, false])),
      );
    }
    for (const cacheSettings of [null, 'on', { cache_settings: true, cdn_settings: {} }]) {
      const options = await optionsOf(action, target, { client: reading({ cacheSettings }) });
      assert.deepEqual(
        options.map(({ label, sets }) => [label, sets]),
        ['Page', 'Object', 'CDN'].flatMap((cache) => [
          [`${cache}: On`, true],
          [`${cache}: Off`, false],
        ]),
      );
    }
  });

  it('the mode of certificates shows the current one', async () => {
    const action = findAction('serverManagement.changeSslMode', 'sharedSsl');
    const target = { ...webApplication, kind: 'sharedSsl' } as const;
    const currentOf = async (state: Resource): Promise<unknown[]> =>
      (await optionsOf(action, target, { client: reading(state) }))
        .filter(({ description }) => description === 'current')
        .map(({ value }) => value);
    assert.deepEqual(await currentOf({ advancedSSL: true }), [true]);
    assert.deepEqual(await currentOf({ advancedSSL: false }), [false]);
    assert.deepEqual(await currentOf({}), []);
  });

  it('the certificate of a domain shows the current mode, if the row shows it', async () => {
    const action = findAction('serverManagement.applySsl', 'ssl');
    const at = (action.fields?.() ?? []).findIndex(
      (field) => 'name' in field && field.name === 'advancedSSL',
    );
    const target = { account: 'service', kind: 'ssl', ids: [1, 101, 7] } as const;
    const currentOf = async (known: Resource | undefined): Promise<unknown[]> => {
      const store = {
        find: (reference: object) => {
          assert.deepEqual(reference, { ...webApplication, kind: 'sharedSsl' });
          return known;
        },
      };
      return (await optionsOf(action, target, { store }, at))
        .filter(({ description }) => description === 'current')
        .map(({ value }) => value);
    };
    assert.deepEqual(await currentOf({ advancedSSL: true }), [true]);
    assert.deepEqual(await currentOf({ advancedSSL: false }), [false]);
    assert.deepEqual(await currentOf(undefined), []);
  });

  it("software offers the service's names, and allows typing if there are none", async () => {
    const action = findAction('serverManagement.installSoftware', 'installer');
    const target = { account: 'service', kind: 'installer', parents: [1, 101] } as const;
    const client = { perform: () => Promise.resolve(['joomla', 'grav']) };
    assert.deepEqual(
      (await optionsOf(action, target, { client })).map(({ value }) => value),
      ['joomla', 'grav'],
    );
    assert.deepEqual(await optionsOf(action, target, { client: refusing('unsupported', 404) }), []);
    await assert.rejects(optionsOf(action, target, { client: refusing('server', 500) }));
  });

  it('the rule to move shows each rule with its position, regardless of its ID', async () => {
    const action = findAction('serverManagement.sortWafRules', 'waf');
    const target = { ...webApplication, kind: 'waf' } as const;
    const client = reading({ rulesOrdering: [12, 'b', null, 11] });
    assert.deepEqual(
      (await optionsOf(action, target, { client })).map(({ value, description }) => [
        value,
        description,
      ]),
      [
        [12, 'position 1 of 4'],
        ['b', 'position 2 of 4'],
        [11, 'position 4 of 4'],
      ],
    );
  });

  it('access to a database checks the users who have it, by name or id', async () => {
    const action = findAction('serverManagement.changeDatabaseAccess', 'database');
    const target = { account: 'service', kind: 'database', ids: [1, 101] } as const;
    const items = [{ id: 1, username: 'app' }, { id: 2, username: '' }, { id: 3 }];
    const store = {
      all: (collection: object) => {
        const users = { account: 'service', kind: 'databaseUser', parents: [1] };
        assert.deepEqual(collection, users);
        return Promise.resolve({ items });
      },
    };
    const client = { readAll: () => Promise.resolve([{ id: 2 }]) };
    assert.deepEqual(
      (await optionsOf(action, target, { client, store })).map(({ name, label, isOn }) => [
        name,
        label,
        isOn,
      ]),
      [
        ['1', 'app', false],
        ['2', '2', true],
        ['3', '3', false],
      ],
    );
    const failing = { client: refusing('server', 500), store };
    await assert.rejects(optionsOf(action, target, failing));
    const [field] = action.fields?.() ?? [];
    assert.ok(field?.type === 'switches');
    assert.deepEqual(
      ['7', '07', '-7', 'root', ''].map((typed) => field.toTyped?.(typed).length),
      [2, 0, 0, 0, 0],
    );
  });

  it('automatic updates and a firewall checks what is enabled, and offers both if that is unknown', async () => {
    const updates = findAction('serverManagement.switchAutomaticUpdates', 'server');
    const server = { account: 'service', kind: 'server', ids: [1] } as const;
    const client = reading({ softwareUpdate: true, securityUpdate: null });
    const ticked = await optionsOf(updates, server, { client });
    assert.deepEqual(
      ticked.map(({ label, isOn, sets }) => [label, isOn, sets]),
      [
        ['Software', true, undefined],
        ['Security: On', false, true],
        ['Security: Off', false, false],
      ],
    );
    const waf = findAction('serverManagement.switchWaf', 'waf');
    for (const isEnabled of [null, undefined, 'yes']) {
      const target = { ...webApplication, kind: 'waf' } as const;
      const boxes = await optionsOf(waf, target, { client: reading({ isEnabled }) });
      assert.deepEqual(
        boxes.map(({ sets }) => sets),
        [true, false],
      );
    }
    for (const isEnabled of [true, false]) {
      const target = { ...webApplication, kind: 'waf' } as const;
      const [box] = await optionsOf(waf, target, { client: reading({ isEnabled }) });
      assert.equal(box?.isOn, isEnabled);
    }
  });
});

describe('A form whose lists and states can’t be read', () => {
  /** What depends on all of what is there: it is sent as a whole, or refers to it. */
  const needed = [
    'serverManagement.switchAutomaticUpdates',
    'serverManagement.changeTags',
    'serverManagement.sortWafRules',
  ];

  it('can be filled by typing or from what is known, unless it changes what it would have read', async () => {
    const stuck = new Set<string>();
    let unreadable = 0;
    for (const { command, fields, kind } of actions) {
      const target = { account: 'service', kind, ids: [1, 2, 3] };
      for (const field of fields?.() ?? []) {
        if (!('options' in field)) continue;
        const { client, store, guard } = unreachable;
        const reading = (async () => field.options({ client, store, guard }, target, never))();
        if (await reading.then(Boolean, () => false)) continue;
        unreadable += 1;
        const isTyped =
          field.type === 'choice' ? field.isOpen || field.validate : 'toTyped' in field;
        const known = field.type === 'words' ? [] : (field.unread?.() ?? []);
        if (!isTyped && known.length === 0) stuck.add(command);
      }
    }
    assert.deepEqual([...stuck], needed);
    assert.ok(unreadable > 25, String(unreadable));
  });

  it('offers no executable for a supervisor job', () => {
    const { fields } = findAction('serverManagement.createSupervisorJob', 'supervisorJob');
    const binary = fields?.().find((field) => 'name' in field && field.name === 'binary');
    assert.ok(binary?.type === 'choice');
    assert.deepEqual(
      binary.unread?.().map(({ value }) => value),
      [''],
    );
  });
});

describe('A firewall rule is moved', () => {
  const action = findAction('serverManagement.sortWafRules', 'waf');
  const move = async (
    values: { rule: number; position: number | string },
    order: readonly unknown[] = [11, 12, 13],
  ): Promise<unknown> => {
    const client = reading({ rulesOrdering: order });
    const context = { client, t: String } as never;
    const target = { ...webApplication, kind: 'waf' } as const;
    const call = await action.toCall?.(context, target, values, new AbortController().signal);
    return call?.body;
  };

  it('past entries that are neither a number nor a text, which are kept', async () => {
    const odd = [11, null, { id: 12 }, 13];
    assert.deepEqual(await move({ rule: 13, position: 1 }, odd), {
      rulesOrdering: [13, 11, null, { id: 12 }],
    });
    assert.deepEqual(await move({ rule: 11, position: 'last' }, odd), {
      rulesOrdering: [null, { id: 12 }, 13, 11],
    });
  });

  it('to the first, a middle or the last position', async () => {
    const first = { rulesOrdering: [13, 11, 12] };
    assert.deepEqual(await move({ rule: 13, position: 1 }), first);
    assert.deepEqual(await move({ rule: 11, position: 2 }), { rulesOrdering: [12, 11, 13] });
    assert.deepEqual(await move({ rule: 11, position: 'last' }), { rulesOrdering: [12, 13, 11] });
  });

  it('only if the firewall still has it', async () => {
    await assert.rejects(move({ rule: 99, position: 1 }), /no longer has this rule/);
  });
});
