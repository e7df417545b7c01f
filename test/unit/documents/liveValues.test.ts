import assert from 'node:assert/strict';
import type { Endpoint } from '../../../src/api/contract/endpoint';
import { ApiError } from '../../../src/api/errors';
import { liveValues } from '../../../src/documents/creations/fields';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { Target } from '../../../src/resources/reference';

/** The data of an account: lists by kind and parents, such as `webApplication 1`, and answers by path. */
interface Account {
  readonly lists?: Readonly<Record<string, readonly Resource[]>>;
  /** The lists that are only partly known so far. */
  readonly parts?: readonly string[];
  readonly answers?: Readonly<Record<string, readonly string[] | ApiError>>;
}

async function offered(
  place: Target,
  field: string,
  { lists = {}, parts = [], answers = {} }: Account,
): Promise<{ readonly values: readonly unknown[]; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const nameOf = ({ kind, parents }: { kind: string; parents: readonly unknown[] }): string =>
    [kind, ...parents].join(' ');
  const sources = {
    client: {
      perform: (target: Target, { path }: Endpoint) => {
        assert.ok('parents' in target);
        asked.push(`${path} ${target.parents.join('/')}`.trim());
        const answer = answers[path] ?? [];
        return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer);
      },
    },
    store: {
      all: (collection: { kind: string; parents: readonly unknown[] }) => {
        asked.push(`all ${nameOf(collection)}`);
        return Promise.resolve({ items: lists[nameOf(collection)] ?? [] });
      },
      list: (collection: { kind: string; parents: readonly unknown[] }) => {
        const name = nameOf(collection);
        const items = lists[name] ?? [];
        const isComplete = !parts.includes(name);
        return Promise.resolve({ isComplete, items: isComplete ? items : items.slice(0, 1) });
      },
    },
  } as unknown as Parameters<typeof liveValues>[0];
  const values = await liveValues(sources, place, field.split('.'), {});
  return { values, asked };
}

function refusal(reason: 'unsupported' | 'server', status: number): ApiError {
  return new ApiError(reason, { method: 'GET', path: '' }, 'refused', { status });
}

const users = [{ id: 7, username: 'runner' }, { id: 8 }];

describe('A document offers values that exist', () => {
  it('system users of its server by name, in a draft and in an existing job', async () => {
    for (const place of [
      { account: 'service', kind: 'cronJob', parents: [1] },
      { account: 'service', kind: 'supervisorJob', ids: [1, 5] },
      { account: 'service', kind: 'sshKey', ids: [1, 5] },
    ] as const) {
      const { values, asked } = await offered(place, 'username', {
        lists: { 'systemUser 1': users },
      });
      assert.deepEqual(values, [{ value: 'runner' }]);
      assert.deepEqual(asked, ['all systemUser 1']);
    }
  });

  it('owners of a web application by id, with names if known', async () => {
    const place = { account: 'service', kind: 'webApplication', parents: [1] } as const;
    const { values } = await offered(place, 'user', { lists: { 'systemUser 1': users } });
    assert.deepEqual(values, [{ value: 7, label: 'runner' }, { value: 8 }]);
  });

  it('integrations of the account for the records of a domain', async () => {
    const place = { account: 'service', kind: 'domain', ids: [1, 101, 5] } as const;
    const lists = { integration: [{ id: 3, label: 'Cloudflare' }] };
    assert.deepEqual((await offered(place, 'dns_integration', { lists })).values, [
      { value: 3, label: 'Cloudflare' },
    ]);
  });

  it("nothing for a field that doesn't refer to a resource", async () => {
    const place = { account: 'service', kind: 'cronJob', ids: [1, 5] } as const;
    assert.deepEqual(await offered(place, 'command', {}), { values: [], asked: [] });
  });
});

describe('A document offers time zones', () => {
  const path = '/static/timezones';
  const canvas = { account: 'service', kind: 'canvas', ids: [1] } as const;

  it('of the service', async () => {
    const answers = { [path]: ['Europe/Berlin'] };
    const { values, asked } = await offered(canvas, 'settings.timezone', { answers });
    assert.deepEqual(values, [{ value: 'Europe/Berlin' }]);
    assert.deepEqual(asked, [path]);
  });

  it('known to this machine if the service has no list', async () => {
    const answers = { [path]: refusal('unsupported', 404) };
    const { values } = await offered(canvas, 'settings.timezone', { answers });
    assert.deepEqual(values[0], { value: 'UTC' });
    assert.ok(values.length > 100);
  });

  it("only if the list can be read or doesn't exist", async () => {
    const answers = { [path]: refusal('server', 500) };
    await assert.rejects(offered(canvas, 'settings.timezone', { answers }), /refused/);
  });
});

describe('An atomic project offers web applications', () => {
  const place = { account: 'service', kind: 'atomicProject', parents: [] } as const;
  const lists = {
    server: [{ id: 1, name: 'shop' }, { id: 2 }],
    'webApplication 1': [
      { id: 101, name: 'storefront' },
      { id: 102, name: 'checkout' },
    ],
    'webApplication 2': [{ id: 201, name: 'blog' }],
  };
  const all = [
    { value: 101, label: 'storefront · shop' },
    { value: 102, label: 'checkout · shop' },
    { value: 201, label: 'blog' },
  ];

  it("of all servers, with the server's name", async () => {
    assert.deepEqual(await offered(place, 'webApplication', { lists }), { values: all, asked: [] });
  });

  it('from the whole list, even if only its first page was read', async () => {
    const parts = ['webApplication 1'];
    const { values, asked } = await offered(place, 'webApplication', { lists, parts });
    assert.deepEqual(values, all);
    assert.deepEqual(asked, ['all webApplication 1']);
  });
});
