import {
  canTakeAway,
  findFirewallLoss,
  type FirewallLoss,
  isSafeWithMore,
  type RuleFacts,
} from './firewall';
import {
  areStrict,
  canLogIn,
  findLoginLoss,
  type LoginObstacle,
  type Logins,
  type LoginSettings,
  possibleSettings,
  usersOfKeys,
  withoutUsers,
} from './logins';
import {
  byServer,
  effectOf,
  type LoginEffect,
  type PlannedWrite,
  serverOfWrite,
  type WritesToServer,
} from './plannedWrite';
import { ApiError } from '../../api/errors';
import { oddFieldsOf } from '../../api/lenient';
import { collect } from '../../api/paging';
import { isObject } from '../../base/json';
import type { Resource, ResourceId } from '../kinds/kind';
import type { KindId } from '../kinds/kinds';
import { sshPart } from '../kinds/sshSettings';
import type { ResourceReference } from '../reference';
import type { ResourceClient } from '../resourceClient';
import type { ResourceStore } from '../store/resourceStore';

export type LockOut =
  | FirewallLoss
  | { readonly type: 'login'; readonly obstacle: LoginObstacle }
  /** The risk is unknown, because the service didn't return all of these. */
  | { readonly type: 'incomplete'; readonly kind: KindId; readonly isOffered: boolean };

export interface LockOutReading {
  readonly client: Pick<ResourceClient, 'read' | 'pages'>;
  readonly store: Pick<ResourceStore, 'find'>;
  /** SSH port of servers whose settings don't include it. */
  readonly sshPort: () => number;
}

interface ServerWrites {
  readonly server: ResourceReference;
  readonly of: (effect: LoginEffect) => readonly PlannedWrite[];
}

/** Judges writes together: harmless ones may add up to a risk. @throws ApiError, UnknownAccountError. */
export async function findLockOuts(
  reading: LockOutReading,
  writes: readonly PlannedWrite[],
  signal: AbortSignal,
): Promise<LockOut[]> {
  const found = await Promise.all(
    byServer(writes.filter(effectOf))
      .map(toServerWrites)
      .flatMap((onServer) => [
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
    // Without an address, a new rule is for everyone.
    added: of('addsRule').map(({ body }): RuleFacts => ({
      ipAddress: null,
      ...(isObject(body) ? body : {}),
    })),
    removed: of('removesRule').map(targetId),
    isDeployed: of('deploysRules').length > 0,
  };
  const port = portOf(reading, server);
  if (!canTakeAway(change, port)) return undefined;
  const { items, incomplete } = await readAll(reading, server, 'firewallRule', signal);
  if (incomplete) return isSafeWithMore(items, change, port) ? undefined : incomplete;
  return findFirewallLoss(items, change, port);
}

async function findByLogins(
  reading: LockOutReading,
  { server, of }: ServerWrites,
  signal: AbortSignal,
): Promise<LockOut[]> {
  const patches = of('changesSettings').map(({ body }): LoginSettings =>
    isObject(body) ? body : {},
  );
  const [goneKeys, goneUsers] = [of('removesKey').map(targetId), of('removesUser').map(targetId)];
  const isRemoval = goneKeys.length > 0 || goneUsers.length > 0;
  if (!isRemoval && !patches.some(areStrict)) return [];
  const current = of('changesSettings').flatMap((write) => settingsBefore(write) ?? [])[0];
  const kinds = of('changesSettings').map(({ target }) => target.kind);
  // A service may answer the other forms of the settings without meaning it.
  const kind = kinds.find((each) => each !== 'server') ?? 'sshSettings';
  const [known, ...guesses] = possibleSettings(
    current ?? (await readSettings(reading, { ...server, kind }, signal)),
  );
  const next = (settings: LoginSettings): LoginSettings =>
    Object.assign({}, settings, ...patches) as LoginSettings;
  if (!known || ![known, ...guesses].some((settings) => areStrict(next(settings)))) return [];
  const [{ items: users, ...ofUsers }, { items: keys, ...ofKeys }] = await Promise.all([
    readOffered(reading, server, 'systemUser', signal),
    readOffered(reading, server, 'sshKey', signal),
  ]);
  const isGone = (gone: readonly ResourceId[], { id }: Resource): boolean =>
    gone.includes(id as ResourceId);
  const gone = userNames(users.filter((user) => isGone(goneUsers, user)));
  // Users and keys that can't be read count as access before the change, but not after it.
  const isRead = (listed: Resource): boolean => oddFieldsOf(listed).length === 0;
  const keptUsers = userNames(users.filter(isRead));
  const keptKeys = usersOfKeys(keys.filter((key) => isRead(key) && !isGone(goneKeys, key)));
  const after = (settings: LoginSettings): Logins => {
    const listed = { settings: next(settings), users: keptUsers, keys: keptKeys };
    return withoutUsers(listed, gone);
  };
  const incomplete = [ofUsers, ofKeys].flatMap((list) => list.incomplete ?? []);
  if (incomplete.length > 0) {
    // More users and keys only let more people in, and only users who are listed count.
    return [known, ...guesses].every((each) => canLogIn(after(each))) ? [] : incomplete;
  }
  const lossWith = (settings: LoginSettings): LoginObstacle | undefined => {
    const now: Logins = { settings, users: userNames(users), keys: usersOfKeys(keys) };
    return findLoginLoss(now, after(settings));
  };
  const isPossible = guesses.some((settings) => lossWith(settings) !== undefined);
  const obstacle = lossWith(known) ?? (isPossible ? 'unknownSettings' : undefined);
  return obstacle ? [{ type: 'login', obstacle }] : [];
}

function toServerWrites(writes: WritesToServer): ServerWrites {
  return {
    server: serverOfWrite(writes[0]),
    of: (effect) => writes.filter((write) => effectOf(write) === effect),
  };
}

function targetId({ target }: PlannedWrite): ResourceId {
  return ('ids' in target ? target.ids.at(-1) : undefined) ?? '';
}

function userNames(users: readonly Resource[]): string[] {
  return users.map(({ username }) => String(username));
}

function portOf({ store, sshPort }: LockOutReading, server: ResourceReference): number {
  const known = store.find({ ...server, kind: 'sshSettings' });
  const port = Number(known?.['port'] ?? known?.['sshPort']);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : sshPort();
}

/** The settings that a write of a document changes, if the document's content is known. */
export function settingsBefore({ target, current }: PlannedWrite): LoginSettings | undefined {
  const settings = target.kind === 'server' ? current?.[sshPart.read.member] : current;
  return isObject(settings) ? settings : undefined;
}

/** The current settings; empty if the service doesn't return them. */
async function readSettings(
  { client }: LockOutReading,
  settings: ResourceReference,
  signal: AbortSignal,
): Promise<LoginSettings> {
  try {
    return await client.read(settings, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'unsupported') throw error;
    return {};
  }
}

/** All current resources of a kind on a server; what isn't offered isn't known to be none. */
async function readOffered(...given: Parameters<typeof readAll>): Promise<ListRead> {
  try {
    return await readAll(...given);
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'unsupported') throw error;
    return { items: [], incomplete: { type: 'incomplete', kind: given[2], isOffered: false } };
  }
}

interface ListRead {
  readonly items: readonly Resource[];
  readonly incomplete?: LockOut;
}

async function readAll(
  { client }: LockOutReading,
  { account, ids }: ResourceReference,
  kind: KindId,
  signal: AbortSignal,
): Promise<ListRead> {
  const list = await collect(await client.pages({ account, kind, parents: ids }, { signal }));
  const { items, failures, missing } = list;
  const [failure] = failures;
  if (failure) throw failure.error;
  return missing > 0
    ? { items, incomplete: { type: 'incomplete', kind, isOffered: true } }
    : { items };
}
