import type { Option } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import type { Endpoint } from '../../../src/api/contract/endpoint';
import { ApiError } from '../../../src/api/errors';
import { creations } from '../../../src/documents/creations/creations';
import type { FieldContext } from '../../../src/documents/creations/fields';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { KindId } from '../../../src/resources/kinds/kinds';
import type { Target } from '../../../src/resources/reference';

type Answer = readonly string[] | ApiError;

/** An account's answers by the path of a call, and shown lists by kind. */
interface Account {
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly items?: readonly Resource[];
  readonly services?: readonly string[];
}

function refusal(reason: 'unsupported' | 'notFound' | 'server', status: number): ApiError {
  return new ApiError(reason, { method: 'GET', path: '' }, 'refused', { status });
}

/** The options of a question about a new resource on server 1, and the requested lists. */
async function choices(
  kind: KindId,
  name: string,
  { answers = {}, items = [], services }: Account,
  target: Target = { account: 'service', kind, parents: [1] },
): Promise<{ readonly options: readonly Option[]; readonly asked: readonly unknown[] }> {
  const asked: unknown[] = [];
  const context = {
    client: {
      perform: (_target: Target, { path }: Endpoint) => {
        asked.push(path);
        const answer = answers[path] ?? refusal('notFound', 404);
        return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer);
      },
    },
    store: {
      all: (collection: object) => {
        asked.push(collection);
        return Promise.resolve({ items });
      },
      list: (collection: object) => {
        asked.push(collection);
        return Promise.resolve({ items, isComplete: true });
      },
      peek: (collection: object) => {
        assert.deepEqual(collection, { account: 'service', kind: 'service', parents: [1] });
        return services && { items: services.map((id) => ({ id })) };
      },
    },
  } as unknown as FieldContext;
  const fields = creations[kind]?.fields() ?? [];
  const field = fields.find((each) => 'name' in each && each.name === name);
  assert.ok(field?.type === 'choice');
  const options = await field.options(context, target, new AbortController().signal);
  return { options, asked };
}

async function valuesOf(
  ...[kind, name, account, target]: Parameters<typeof choices>
): Promise<unknown[]> {
  return (await choices(kind, name, account, target)).options.map(({ value }) => value);
}

const mysql = '/static/databases/collations/mysql';
const mariadb = '/static/databases/collations/mariadb';
const shared = '/static/databases/collations';

describe('A new firewall rule', () => {
  it('is explained with the port that the settings name for SSH', async () => {
    const context = {
      store: { list: () => Promise.resolve({ items: [], total: 0, missing: 0, isComplete: true }) },
      guard: { sshPortOf: () => 2222 },
    } as unknown as FieldContext;
    const settings = creations.firewallRule?.fields().find(({ type }) => type === 'settings');
    assert.ok(settings?.type === 'settings');
    const target = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
    const { signal } = new AbortController();
    const values = { port: 2222, protocol: 'tcp', firewallAction: 'accept' };
    assert.match((await settings.explain?.(values, context, target, signal)) ?? '', /2222 \(SSH\)/);
  });
});

describe('A new resource offers to choose', () => {
  const users = [{ id: 7, username: 'runner' }, { id: 8 }, { id: 9, username: '' }];

  it('a system user of its server by name, if the user has one', async () => {
    for (const kind of ['cronJob', 'supervisorJob', 'sshKey'] as const) {
      const { options, asked } = await choices(kind, 'username', { items: users });
      assert.deepEqual(options, [{ value: 'runner', label: 'runner' }]);
      assert.deepEqual(asked, [{ account: 'service', kind: 'systemUser', parents: [1] }]);
    }
  });

  it('an owner by name, or by id without a name; the id is sent', async () => {
    const { options } = await choices('webApplication', 'user', { items: users.slice(0, 2) });
    assert.deepEqual(options, [
      { value: 7, label: 'runner' },
      { value: 8, label: '8' },
    ]);
  });

  it('a PHP version of its server, newest first', async () => {
    const answers = { '/servers/{serverId}/php/version': ['php74', 'php82', 'php810', 'php83'] };
    const { options } = await choices('webApplication', 'phpVersion', { answers });
    assert.deepEqual(options, [
      { value: 'php810', label: 'PHP 8.10' },
      { value: 'php83', label: 'PHP 8.3' },
      { value: 'php82', label: 'PHP 8.2' },
      { value: 'php74', label: 'PHP 7.4' },
    ]);
  });

  it('an executable for a supervisor job, or none', async () => {
    const answers = { '/servers/{serverId}/supervisors/binaries': ['', '/usr/bin/php'] };
    const { options } = await choices('supervisorJob', 'binary', { answers });
    assert.deepEqual(options, [
      { value: '', label: 'none (part of the command)' },
      { value: '/usr/bin/php', label: '/usr/bin/php' },
    ]);
  });
});

describe('The collation of a new database', () => {
  const both = { [mysql]: ['b', 'a'], [mariadb]: ['c', 'a'] };

  it('can be left to the service', async () => {
    const { options } = await choices('database', 'collation', { answers: both });
    assert.deepEqual(options[0], { label: 'Use the Default' });
  });

  it("is one of the server's engine", async () => {
    for (const [service, path, names] of [
      ['MariaDB', mariadb, ['a', 'c']],
      ['mysql', mysql, ['a', 'b']],
    ] as const) {
      const { options, asked } = await choices('database', 'collation', {
        answers: both,
        services: ['nginx', service, 'redis'],
      });
      assert.deepEqual(
        options.slice(1).map(({ value }) => value),
        names,
      );
      assert.deepEqual(asked, [path]);
    }
  });

  it('is one of either engine if the server runs both, none, or an unknown one', async () => {
    for (const services of [['mysql', 'mariadb'], ['nginx'], undefined]) {
      const values = await valuesOf('database', 'collation', {
        answers: both,
        ...(services ? { services } : {}),
      });
      assert.deepEqual(values, [undefined, 'a', 'b', 'c']);
    }
  });

  it('is from the list for both engines if the service has no separate lists', async () => {
    const answers = { [shared]: ['z', 'y'] };
    assert.deepEqual(await valuesOf('database', 'collation', { answers }), [undefined, 'y', 'z']);
    const empty = { ...answers, [mysql]: [], [mariadb]: [] };
    assert.deepEqual(await valuesOf('database', 'collation', { answers: empty }), [
      undefined,
      'y',
      'z',
    ]);
    const one = { ...answers, [mysql]: ['a'] };
    assert.deepEqual(await valuesOf('database', 'collation', { answers: one }), [undefined, 'a']);
  });

  it('is only the default if the service has no list at all', async () => {
    const answers = { [mysql]: refusal('unsupported', 405) };
    assert.deepEqual(await valuesOf('database', 'collation', { answers }), [undefined]);
  });

  it("isn't guessed if a list can't be read", async () => {
    const answers = { ...both, [mysql]: refusal('server', 500) };
    await assert.rejects(valuesOf('database', 'collation', { answers }), /refused/);
  });

  it('can also be chosen for an existing database', async () => {
    const account = { answers: both, services: ['mysql'] };
    const database = { account: 'service', kind: 'database', ids: [1, 101] } as const;
    assert.deepEqual(await valuesOf('database', 'collation', account, database), [
      undefined,
      'a',
      'b',
    ]);
  });
});
