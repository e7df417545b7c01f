import { canTakeAway, findFirewallLoss, type FirewallLoss } from './firewallLoss';
import type { RuleFacts } from './firewall';
import {
  areStrict,
  findLoginLoss,
  type LoginObstacle,
  type Logins,
  type LoginSettings,
  usersOfKeys,
  withoutUsers,
} from './logins';
import { effectOf, type LoginEffect, type PlannedWrite } from './plannedWrite';
import { ApiError } from '../../api/errors';
import { isObject } from '../../base/json';
import type { Resource, ResourceId } from '../kinds/kind';
import type { KindId } from '../kinds/kinds';
import type { ResourceReference } from '../reference';
import type { ResourceClient } from '../resourceClient';
import type { ResourceStore } from '../store/resourceStore';

/** A way in which a write could lock the person out of a server. */
export type LockOut = FirewallLoss | { readonly type: 'login'; readonly obstacle: LoginObstacle };

/** What finding lock-outs requires. */
export interface LockOutReading {
  readonly client: Pick<ResourceClient, 'read' | 'pages'>;
  readonly store: Pick<ResourceStore, 'find'>;
  /** SSH port of servers whose settings don't include it. */
  readonly sshPort: () => number;
}

/** The writes to one server. */
interface ServerWrites {
  readonly server: ResourceReference;
  readonly of: (effect: LoginEffect) => readonly PlannedWrite[];
}

/**
 * How writes could lock the person out of servers, taken together: harmless ones may add up to a
 * risk. Reads nothing if they can't.
 * @throws ApiError, UnknownAccountError.
 */
export async function findLockOuts(
  reading: LockOutReading,
  writes: readonly PlannedWrite[],
  signal: AbortSignal,
): Promise<LockOut[]> {
  const found = await Promise.all(
    byServer(writes.filter(effectOf)).flatMap((onServer) => [
      findByFirewall(reading, onServer, signal),
      findByLogins(reading, onServer, signal),
    ]),
  );
  return found.flatMap((lockOut) => lockOut ?? []);
}

async function findByFirewall(
  reading: LockOutReading,
  { server, of }: ServerWrites,
  signal: AbortSignal,
): Promise<LockOut | undefined> {
  const change = {
    added: of('addsRule').map(({ body }): RuleFacts => (isObject(body) ? body : {})),
    removed: of('removesRule').map(targetId),
    isDeployed: of('deploysRules').length > 0,
  };
  const port = portOf(reading, server);
  if (!canTakeAway(change, port)) return undefined;
  const rules = await readAll(reading, server, 'firewallRule', signal);
  return findFirewallLoss(rules, change, port);
}

async function findByLogins(
  reading: LockOutReading,
  { server, of }: ServerWrites,
  signal: AbortSignal,
): Promise<LockOut | undefined> {
  const patches = of('changesSettings').map(({ body }): LoginSettings =>
    isObject(body) ? body : {},
  );
  const [goneKeys, goneUsers] = [of('removesKey').map(targetId), of('removesUser').map(targetId)];
  const isRemoval = goneKeys.length > 0 || goneUsers.length > 0;
  if (!isRemoval && !patches.some(areStrict)) return undefined;
  const settings = await readSettings(reading, server, signal);
  const nextSettings = Object.assign({}, settings, ...patches) as LoginSettings;
  if (!areStrict(nextSettings)) return undefined;
  const [users, keys] = await Promise.all([
    readAll(reading, server, 'systemUser', signal),
    readAll(reading, server, 'sshKey', signal),
  ]);
  const isGone = (gone: readonly ResourceId[], { id }: Resource): boolean =>
    gone.includes(id as ResourceId);
  const now: Logins = { settings, users: userNames(users), keys: usersOfKeys(keys) };
  const after: Logins = {
    settings: nextSettings,
    users: now.users,
    keys: usersOfKeys(keys.filter((key) => !isGone(goneKeys, key))),
  };
  const gone = userNames(users.filter((user) => isGone(goneUsers, user)));
  const obstacle = findLoginLoss(now, withoutUsers(after, gone));
  return obstacle && { type: 'login', obstacle };
}

/** Groups writes by the server they affect. */
function byServer(writes: readonly PlannedWrite[]): ServerWrites[] {
  const groups = new Map<string, PlannedWrite[]>();
  for (const write of writes) {
    const { account, ids } = serverOf(write);
    const key = JSON.stringify([account, ids[0]]);
    groups.set(key, [...(groups.get(key) ?? []), write]);
  }
  return [...groups.values()].map((group) => ({
    server: serverOf(group[0] as PlannedWrite),
    of: (effect) => group.filter((write) => effectOf(write) === effect),
  }));
}

function serverOf({ target }: PlannedWrite): ResourceReference {
  const ids = 'ids' in target ? target.ids : target.parents;
  return { account: target.account, kind: 'server', ids: ids.slice(0, 1) };
}

function targetId({ target }: PlannedWrite): ResourceId {
  return ('ids' in target ? target.ids.at(-1) : undefined) ?? '';
}

function userNames(users: readonly Resource[]): string[] {
  return users.map(({ username }) => String(username));
}

/** The port in a server's SSH settings if known, otherwise the configured one. */
function portOf({ store, sshPort }: LockOutReading, server: ResourceReference): number {
  const known = store.find({ ...server, kind: 'sshSettings' });
  const port = Number(known?.['port'] ?? known?.['sshPort']);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : sshPort();
}

/** The current settings; undefined if the service doesn't return them. */
async function readSettings(
  { client }: LockOutReading,
  server: ResourceReference,
  signal: AbortSignal,
): Promise<LoginSettings> {
  try {
    return await client.read({ ...server, kind: 'sshSettings' }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'unsupported') throw error;
    return {};
  }
}

/** All current resources of a kind on a server; undefined if the service doesn't offer them. */
async function readAll(
  { client }: LockOutReading,
  { account, ids }: ResourceReference,
  kind: KindId,
  signal: AbortSignal,
): Promise<readonly Resource[]> {
  const items: Resource[] = [];
  try {
    for await (const outcome of await client.pages({ account, kind, parents: ids }, { signal })) {
      if ('error' in outcome) throw outcome.error;
      items.push(...outcome.page.items);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'unsupported') throw error;
  }
  return items;
}
