import assert from 'node:assert/strict';
import { findAction } from '../../support/actions/findAction';
import type { ActionContext } from '../../../src/actions/action';
import {
  describeScope,
  describeTargets,
  findSubjects,
  listNames,
  readName,
  readSubjects,
  rememberNames,
  type Subject,
} from '../../../src/actions/subject';
import { ApiError } from '../../../src/api/errors';
import type { Resource } from '../../../src/resources/kinds/kind';
import { ResourceNames } from '../../../src/resources/names/resourceNames';
import type { Target } from '../../../src/resources/reference';

const job = { account: 'one', kind: 'cronJob', ids: [1, 101] } as const;
const jobs = { account: 'one', kind: 'cronJob', parents: [1] } as const;
const servers = { account: 'one', kind: 'server', parents: [] } as const;
const waf = { account: 'one', kind: 'waf', ids: [1, 101] } as const;

interface Known {
  /** The texts of rows, by kind. */
  readonly shown?: Readonly<Record<string, Resource>>;
  readonly read?: () => Promise<Resource>;
  readonly accounts?: readonly string[];
}

function contextOf({ shown = {}, read, accounts = ['one'] }: Known): ActionContext {
  const known = accounts.map((id) => ({ id, label: `Account ${id}`, environment: 'production' }));
  return {
    store: { find: ({ kind }: Target) => shown[kind], replace: () => undefined },
    client: { read: read ?? (() => assert.fail('it is known without a request')) },
    sessions: {
      accounts: () => Promise.resolve(known),
      account: (id: string) => Promise.resolve(known.find((each) => each.id === id)),
    },
  } as unknown as ActionContext;
}

function refuse(reason: 'unsupported' | 'forbidden', status: number): () => Promise<Resource> {
  const operation = { method: 'GET', path: '' } as const;
  return () => Promise.reject(new ApiError(reason, operation, 'refused', { status }));
}

describe("The name of an action's target", () => {
  it("is that of its row or the service's, or its kind and id", async () => {
    const shown = { cronJob: { id: 101, label: 'Backup' } };
    assert.equal(await readName(contextOf({ shown }), job), 'Backup');
    const read = (): Promise<Resource> => Promise.resolve({ id: 101, label: 'Newer' });
    assert.equal(await readName(contextOf({ read }), job), 'Newer');
    for (const label of ['', '   ']) {
      const nameless = { cronJob: { id: 101, label } };
      assert.equal(await readName(contextOf({ shown: nameless }), job), 'Cron Job 101');
      assert.equal(describeTargets(contextOf({ shown: nameless }), [job]), '"Cron Job 101"');
    }
    assert.equal(await readName(contextOf({}), jobs), 'Cron Jobs');
  });

  it('is what a person called it if the service names nothing', async () => {
    const server = { account: 'one', kind: 'server', ids: [266_857] } as const;
    const pinned = { reference: server, resource: { id: 266_857, name: 'Shop' } };
    const nameless = { id: 266_857, name: null };
    for (const known of [{}, { shown: { server: nameless } }]) {
      const context = contextOf({ ...known, read: () => Promise.resolve(nameless) });
      const pins = { find: () => pinned };
      const names = new ResourceNames(context.sessions, { ...context, pins });
      const named = { ...context, names };
      assert.equal(await readName(named, server), 'Shop');
      assert.equal(describeTargets(named, [server]), '"Shop"');
      assert.equal(describeTargets(rememberNames(named, [server]), [server]), '"Shop"');
    }
  });

  it("can be missing if a service can't read it, but not if it's gone or refused", async () => {
    assert.equal(
      await readName(contextOf({ read: refuse('unsupported', 405) }), job),
      'Cron Job 101',
    );
    await assert.rejects(readName(contextOf({ read: refuse('unsupported', 404) }), job));
    await assert.rejects(readName(contextOf({ read: refuse('forbidden', 403) }), job));
  });

  it("is the parent's name in a title if it has none of its own", () => {
    const shown = { webApplication: { id: 101, name: 'shop' } };
    assert.equal(describeTargets(contextOf({ shown }), [waf]), '"shop"');
    assert.equal(describeTargets(contextOf({}), [waf]), '"Web Application 101"');
  });

  it("is the parent's name in a question if it has none of its own", async () => {
    const shown = { webApplication: { id: 101, name: 'shop' } };
    assert.equal(await readName(contextOf({ shown }), waf), 'shop');
  });

  it('is followed by the account in a list if there are several accounts', async () => {
    const shown = { cronJob: { id: 101, label: 'Backup' }, server: { id: 1, name: 'frankfurt' } };
    const context = contextOf({ shown, accounts: ['one', 'two'] });
    const { signal } = new AbortController();
    const other = { ...job, account: 'two' };
    const read = async (targets: readonly Target[]): Promise<Subject[]> =>
      readSubjects(context, await findSubjects(context, targets), signal);
    const both = await read([job, other]);
    assert.deepEqual(listNames(both), ['Backup (Account one)', 'Backup (Account two)']);
    const one = await read([job, job]);
    assert.deepEqual(listNames(one), ['Backup', 'Backup']);
    const [list] = await read([jobs]);
    assert.equal(list?.name, 'Cron Jobs');
    const lists = await read([jobs, servers]);
    assert.deepEqual(
      lists.map(({ name }) => name),
      ['frankfurt', 'Account one'],
    );
  });

  it("is a count of the kind, or of the lists' parents, if there are several", () => {
    const context = contextOf({});
    assert.equal(describeTargets(context, [job, { ...job, ids: [1, 102] }]), '2 cron jobs');
    assert.equal(describeTargets(context, [jobs, { ...jobs, parents: [2] }]), '2 servers');
    assert.equal(describeTargets(context, [waf, { ...waf, ids: [1, 102] }]), '2 web applications');
    assert.equal(describeTargets(context, [servers, { ...servers, account: 'two' }]), '2 accounts');
  });
});

describe('The scope of an action', () => {
  it('names the resource or parent, its server, and the account if there are several', async () => {
    const shown = { server: { id: 1, name: 'frankfurt' } };
    assert.equal(await describeScope(contextOf({ shown }), [jobs]), 'frankfurt');
    assert.equal(await describeScope(contextOf({}), [servers]), '');
    const accounts = ['two', 'one'];
    assert.equal(await describeScope(contextOf({ accounts }), [servers]), 'Account one');
    assert.equal(await describeScope(contextOf({ accounts: ['two', 'three'] }), [servers]), '');
    const scope = describeScope(contextOf({ shown, accounts }), [job]);
    assert.equal(await scope, 'Cron Job 101 · frankfurt · Account one');
    assert.equal(await describeScope(contextOf({ shown }), [job]), 'Cron Job 101 · frankfurt');
    assert.equal(
      await describeScope(contextOf({ shown, accounts }), [jobs]),
      'frankfurt · Account one',
    );
    const both = [job, { ...job, ids: [1, 102] }];
    assert.equal(await describeScope(contextOf({ shown }), both), '2 cron jobs');
    assert.equal(await describeScope(contextOf({}), []), '');
  });
});

describe('The question before a deletion', () => {
  it("doesn't repeat the kind if the name begins with it", () => {
    const ask = (kind: Target['kind'], name: string): string | undefined =>
      findAction('serverManagement.delete', kind).confirmation?.question(name);
    assert.equal(ask('cronJob', 'Backup'), 'Delete Cron Job "Backup"?');
    assert.equal(ask('cronJob', 'Cron Job 101'), 'Delete "Cron Job 101"?');
    assert.equal(ask('hubCache', 'shop'), 'Delete the hub cache of "shop"?');
  });
});
