import assert from 'node:assert/strict';
import { type OracleKey, type OracleServer, someoneLogsIn } from '../../../support/oracles/logins';
import { ApiError } from '../../../../src/api/errors';
import { deleteSshKey, updateSshSettings } from '../../../../src/api/contract/ssh';
import { deleteSystemUser } from '../../../../src/api/contract/systemUser';
import type { Resource } from '../../../../src/resources/kinds/kind';
import {
  findLockOuts,
  type LockOutReading,
  type PlannedWrite,
} from '../../../../src/resources/lockOut/findLockOuts';

const keys: readonly OracleKey[] = [
  { id: 1, user: 'root', temporary: false },
  { id: 2, user: 'shop', temporary: false },
  { id: 3, user: 'shop', temporary: true },
  { id: 4, user: 'ghost', temporary: false },
  { id: 5, user: 21, temporary: false },
  { id: 6, user: 'reports', temporary: false },
];
const userIds: Readonly<Record<string, number>> = { root: 20, shop: 21, reports: 22 };
const flags = [false, true];

function subsets<T>(items: readonly T[]): T[][] {
  return items.reduce<T[][]>((all, item) => [...all, ...all.map((set) => [...set, item])], [[]]);
}

const servers: readonly OracleServer[] = flags.flatMap((passwordlessLogin) =>
  flags.flatMap((preventRootLogin) =>
    subsets(Object.keys(userIds)).flatMap((users) =>
      subsets(keys).map((own) => ({ passwordlessLogin, preventRootLogin, users, keys: own })),
    ),
  ),
);

const refusal = new ApiError('unsupported', { method: 'GET', path: '/list' }, 'not offered');

/** What a service counts but doesn't list. */
interface Unlisted {
  readonly users: readonly string[];
  readonly keys: readonly OracleKey[];
}

/** A service that holds a server's logins in memory. */
function serve(
  { users, keys: own, ...settings }: OracleServer,
  unlisted: Unlisted = { users: [], keys: [] },
  unreadable: readonly string[] = [],
): LockOutReading {
  const lists: Readonly<Record<string, readonly Resource[]>> = {
    systemUser: users
      .filter((username) => !unlisted.users.includes(username))
      .map((username) => ({ id: userIds[username], username })),
    sshKey: own.filter((key) => !unlisted.keys.includes(key)).map((key) => ({ ...key })),
  };
  const totals: Readonly<Record<string, number>> = { systemUser: users.length, sshKey: own.length };
  async function* pagesOf(kind: string) {
    if (unreadable.includes(kind)) throw refusal;
    const items = lists[kind] ?? [];
    const total = totals[kind] ?? 0;
    const page = { items, number: 1, perPage: 40, total, totalPages: 1, isLast: true };
    yield { number: 1, page };
  }
  return {
    client: { read: async () => settings, pages: async ({ kind }) => pagesOf(kind) },
    store: { find: () => undefined },
    sshPort: () => 22,
  };
}

interface Step {
  readonly writes: readonly PlannedWrite[];
  readonly after: OracleServer;
}

function toSettingsStep(before: OracleServer, body: Partial<OracleServer>): Step {
  const target = { account: 'a', kind: 'sshSettings', ids: [1] } as const;
  return { writes: [{ endpoint: updateSshSettings, target, body }], after: { ...before, ...body } };
}

function toKeyStep(before: OracleServer, gone: readonly OracleKey[]): Step {
  const writes = gone.map(({ id }) => {
    return {
      endpoint: deleteSshKey,
      target: { account: 'a', kind: 'sshKey', ids: [1, id] } as const,
    };
  });
  return { writes, after: { ...before, keys: before.keys.filter((key) => !gone.includes(key)) } };
}

function toUserStep(before: OracleServer, gone: readonly string[]): Step {
  const writes = gone.map((user) => {
    const target = { account: 'a', kind: 'systemUser', ids: [1, userIds[user] ?? 0] } as const;
    return { endpoint: deleteSystemUser, target };
  });
  const after = {
    ...before,
    users: before.users.filter((user) => !gone.includes(user)),
    keys: before.keys.filter(({ user }) => !gone.includes(String(user))),
  };
  return { writes, after };
}

function stepsOf(before: OracleServer): Step[] {
  const bodies = [
    ...flags.flatMap((flag) => [{ passwordlessLogin: flag }, { preventRootLogin: flag }]),
    ...flags.map((flag) => ({ passwordlessLogin: true, preventRootLogin: flag })),
  ];
  return [
    ...bodies.map((body) => toSettingsStep(before, body)),
    ...subsets(before.keys).map((gone) => toKeyStep(before, gone)),
    // Root isn't deleted.
    ...subsets(before.users.filter((user) => user !== 'root')).map((gone) =>
      toUserStep(before, gone),
    ),
  ];
}

/** Compares the guard with the oracle in every step on every server, as far as a service serves that. */
async function tryAllSteps(
  serveAs: (before: OracleServer, index: number) => LockOutReading | undefined,
) {
  const count = { steps: 0, silent: 0, falseAlarms: 0, sure: 0 };
  const { signal } = new AbortController();
  for (const [index, before] of servers.entries()) {
    const reading = serveAs(before, index);
    for (const { writes, after } of reading ? stepsOf(before) : []) {
      const isReported = reading && (await findLockOuts(reading, writes, signal)).length > 0;
      const isLost = someoneLogsIn(before) && !someoneLogsIn(after);
      count.steps += 1;
      if (isLost && !isReported) count.silent += 1;
      if (!isLost && isReported) count.falseAlarms += 1;
      if (!isReported && writes.length > 0) count.sure += 1;
    }
  }
  return count;
}

describe('The guard of logins, compared with brute force', () => {
  it('warns about exactly the steps after which no one can log in', async () => {
    const count = await tryAllSteps((before) => serve(before));
    const { silent, falseAlarms } = count;
    assert.deepEqual({ silent, falseAlarms }, { silent: 0, falseAlarms: 0 }, JSON.stringify(count));
  });

  for (const unreadable of [['systemUser'], ['sshKey'], ['systemUser', 'sshKey']]) {
    it(`warns about all of these steps if the service doesn't list ${unreadable.join(' and ')}`, async () => {
      const count = await tryAllSteps((before) => serve(before, undefined, unreadable));
      assert.equal(count.silent, 0, JSON.stringify(count));
      assert.ok(count.sure > 0, JSON.stringify(count));
    });
  }

  it('warns about all of these steps if lists are incomplete, and is sure of some others', async () => {
    const count = await tryAllSteps((before, index) => {
      // Each server lacks other users and keys.
      const unlisted = {
        users: before.users.filter((_, place) => (index + place) % 3 === 0),
        keys: before.keys.filter((_, place) => (index + place) % 4 === 0),
      };
      const isWhole = unlisted.users.length + unlisted.keys.length === 0;
      return isWhole ? undefined : serve(before, unlisted);
    });
    assert.equal(count.silent, 0, JSON.stringify(count));
    assert.ok(count.sure > 0, JSON.stringify(count));
  });
});
