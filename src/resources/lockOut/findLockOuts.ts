import {
  canTakeAway,
  findFirewallLoss,
  type FirewallChange,
  type FirewallLoss,
  isSafeWithMore,
  type RuleFacts,
  ruleEffect,
} from './firewall';
import { group } from '../../base/group';
import { ifMissing, isUnsupported } from '../../api/errors';
import { oddFieldsOf } from '../../api/lenient';
import { collectAll } from '../../api/paging';
import { isObject, type JsonObject, type Change, changedMembers } from '../../base/json';
import type { Resource, ResourceId } from '../kinds/kind';
import { type KindId, findKind } from '../kinds/kinds';
import { sshPart } from '../kinds/sshSettings';
import {
  type ResourceReference,
  isServer,
  resourceIn,
  rowOf,
  serversOf,
  toKey,
  idsOf,
  type Target,
} from '../reference';
import type { ResourceClient } from '../resourceClient';
import type { ResourceStore } from '../store/resourceStore';
import type { Endpoint } from '../../api/contract/endpoint';
import {
  createFirewallRule,
  deleteFirewallRule,
  deployFirewallRules,
} from '../../api/contract/firewallRule';
import { deleteSshKey, updateSshConfig, updateSshSettings } from '../../api/contract/ssh';
import { deleteSystemUser } from '../../api/contract/systemUser';

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

/** Judges writes together: harmless ones may add up to a risk. @throws ApiError, UnknownAccountError. */
export async function findLockOuts(
  reading: LockOutReading,
  writes: readonly PlannedWrite[],
  signal: AbortSignal,
): Promise<LockOut[]> {
  const found = await Promise.all(
    byServer(writes.filter(effectOf)).flatMap((onServer) => {
      const server = serverOfWrite(onServer[0]);
      return [
        findByFirewall(reading, server, onServer, signal),
        findByLogins(reading, server, onServer, signal),
      ];
    }),
  );
  return found.flatMap((lockOut) => lockOut ?? []);
}

async function findByFirewall(
  reading: LockOutReading,
  server: ResourceReference,
  writes: readonly PlannedWrite[],
  signal: AbortSignal,
): Promise<LockOut | undefined> {
  const change = changeFirewall(writes);
  if (!change.isDeployed && change.added.length + change.removed.length === 0) return undefined;
  const port = portOf(reading, server);
  if (!canTakeAway(change, port)) return undefined;
  const { items, incomplete } = await readAll(reading, server, 'firewallRule', signal);
  if (incomplete) return isSafeWithMore(items, change, port) ? undefined : incomplete;
  return findFirewallLoss(items, change, port);
}

/** What writes to one server change in its firewall. */
export function changeFirewall(writes: readonly PlannedWrite[]): FirewallChange {
  return {
    // Without an address, a new rule is for everyone.
    added: withEffect(writes, 'addsRule').map(({ body }): RuleFacts => ({
      ipAddress: null,
      ...(isObject(body) ? body : {}),
    })),
    removed: idsWithEffect(writes, 'removesRule'),
    isDeployed: withEffect(writes, 'deploysRules').length > 0,
  };
}

/** What is set now, first as it reads, then as it may be meant; empty if the service doesn't return it. */
async function readPossibleSettings(
  { client }: LockOutReading,
  server: ResourceReference,
  changes: readonly PlannedWrite[],
  signal: AbortSignal,
): Promise<readonly LoginSettings[]> {
  const [current] = changes.flatMap((write) => settingsBefore(write) ?? []);
  // A service may answer the other forms of the settings without meaning it.
  const form = changes.find(({ target }) => !isServer(target))?.target ?? sshPart.read;
  const read = (): Promise<LoginSettings> =>
    client.read({ ...server, kind: form.kind }, { signal }).catch(ifMissing({}, isUnsupported));
  return possibleSettings(current ?? (await read()));
}

async function findByLogins(
  reading: LockOutReading,
  server: ResourceReference,
  writes: readonly PlannedWrite[],
  signal: AbortSignal,
): Promise<LockOut[]> {
  const changes = withEffect(writes, 'changesSettings');
  const patches = changes.map(({ body }): LoginSettings => (isObject(body) ? body : {}));
  const goneKeys = idsWithEffect(writes, 'removesKey');
  const goneUsers = idsWithEffect(writes, 'removesUser');
  const isRemoval = goneKeys.length > 0 || goneUsers.length > 0;
  if (!isRemoval && !patches.some(areStrict)) return [];
  const [known, ...guesses] = await readPossibleSettings(reading, server, changes, signal);
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
  const isLeft = (name: string): boolean => !gone.includes(name);
  const after = (settings: LoginSettings): Logins => {
    return {
      settings: next(settings),
      users: keptUsers.filter(isLeft),
      keys: keptKeys.filter(isLeft),
    };
  };
  const incomplete = [ofUsers, ofKeys].flatMap((list) => list.incomplete ?? []);
  if (incomplete.length > 0) {
    // More users and keys only let more people in, and only users who are listed count.
    return [known, ...guesses].some((each) => findLoginObstacle(after(each))) ? incomplete : [];
  }
  const lossWith = (settings: LoginSettings): LoginObstacle | undefined => {
    const now: Logins = { settings, users: userNames(users), keys: usersOfKeys(keys) };
    return findLoginLoss(now, after(settings));
  };
  const isPossible = guesses.some((settings) => lossWith(settings) !== undefined);
  const obstacle = lossWith(known) ?? (isPossible ? 'unknownSettings' : undefined);
  return obstacle ? [{ type: 'login', obstacle }] : [];
}

function withEffect(writes: readonly PlannedWrite[], effect: LoginEffect): readonly PlannedWrite[] {
  return writes.filter((write) => effectOf(write) === effect);
}

function idsWithEffect(writes: readonly PlannedWrite[], effect: LoginEffect): ResourceId[] {
  return withEffect(writes, effect).flatMap(({ target }) => idsOf(target).at(-1) ?? []);
}

function userNames(users: readonly Resource[]): string[] {
  return users.map(({ username }) => String(username));
}

export function portOf(
  { store, sshPort }: Pick<LockOutReading, 'store' | 'sshPort'>,
  server: ResourceReference | undefined,
): number {
  const known = server && store.find({ ...server, kind: sshPart.read.kind });
  const port = Number(known?.['port'] ?? known?.['sshPort']);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : sshPort();
}

/** The settings that a write of a document changes, if the document's content is known. */
export function settingsBefore({ target, current }: PlannedWrite): LoginSettings | undefined {
  const settings = isServer(target) ? current?.[sshPart.read.member] : current;
  return isObject(settings) ? settings : undefined;
}

interface ListRead {
  readonly items: readonly Resource[];
  readonly incomplete?: LockOut;
}

/** All current resources of a kind on a server; what isn't offered isn't known to be none. */
function readOffered(...given: Parameters<typeof readAll>): Promise<ListRead> {
  const incomplete = { type: 'incomplete', kind: given[2], isOffered: false } as const;
  return readAll(...given).catch(ifMissing({ items: [], incomplete }, isUnsupported));
}

async function readAll(
  { client }: LockOutReading,
  { account, ids }: ResourceReference,
  kind: KindId,
  signal: AbortSignal,
): Promise<ListRead> {
  const pages = await client.pages({ account, kind, parents: ids }, { signal });
  const { items, missing } = await collectAll(pages);
  return missing > 0
    ? { items, incomplete: { type: 'incomplete', kind, isOffered: true } }
    : { items };
}

export interface PlannedWrite {
  readonly endpoint: Endpoint;
  readonly target: Target;
  readonly body?: unknown;
  /** The content of the document that it changes, if that was just read. */
  readonly current?: JsonObject | undefined;
}

type LoginEffect =
  | 'addsRule'
  | 'removesRule'
  | 'deploysRules'
  | 'changesSettings'
  | 'removesKey'
  | 'removesUser';

const effects: Readonly<Record<string, LoginEffect>> = {
  [createFirewallRule.id]: 'addsRule',
  [deleteFirewallRule.id]: 'removesRule',
  [deployFirewallRules.id]: 'deploysRules',
  [updateSshConfig.id]: 'changesSettings',
  [updateSshSettings.id]: 'changesSettings',
  [deleteSshKey.id]: 'removesKey',
  [deleteSystemUser.id]: 'removesUser',
};

export function effectOf({ endpoint }: Pick<PlannedWrite, 'endpoint'>): LoginEffect | undefined {
  return effects[endpoint.id];
}

/** False for firewall rules, which wait for their deployment. */
export function isInForce(write: Pick<PlannedWrite, 'endpoint'>): boolean {
  const effect = effectOf(write);
  return effect !== undefined && effect !== 'addsRule' && effect !== 'removesRule';
}

export function byServer(
  writes: readonly PlannedWrite[],
): readonly (readonly [PlannedWrite, ...PlannedWrite[]])[] {
  return [...group(writes, (write) => toKey(serverOfWrite(write))).values()];
}

export function serverOfWrite({ target }: Pick<PlannedWrite, 'target'>): ResourceReference {
  return resourceIn(serversOf(target.account), idsOf(target)[0]);
}

/** A rule that accepts, or a setting that allows more: others may rely on it to log in. */
export function opensAccess(write: Pick<PlannedWrite, 'endpoint' | 'body'>): boolean {
  const effect = effectOf(write);
  const body = isObject(write.body) ? write.body : {};
  if (effect === 'changesSettings') return Object.values(body).includes(false);
  return effect === 'addsRule' && ruleEffect(body) === 'accepts';
}

/** As far as they affect who can log in. `current`: the content before them, if known. */
export function toPlannedWrites(
  target: ResourceReference,
  changes: readonly Change[],
  current?: JsonObject,
): PlannedWrite[] {
  const { editing } = findKind(target.kind).document ?? {};
  const isAbout =
    rowOf(target).kind === sshPart.read.kind ||
    editing?.parts?.some(({ write }) => effectOf({ endpoint: write }) !== undefined);
  if (!editing || !isAbout) return [];
  const changed = changedMembers(changes);
  const writes = editing.toWrites({ before: {}, after: changed, changed });
  return writes.filter(effectOf).map(({ endpoint, body }) => ({ endpoint, target, body, current }));
}

/** The SSH settings that decide who can log in (API §2.8). */
export interface LoginSettings {
  readonly passwordlessLogin?: unknown;
  readonly preventRootLogin?: unknown;
}

export interface Logins {
  readonly settings: LoginSettings;
  readonly users: readonly string[];
  readonly keys: readonly string[];
}

/** Why no one can log in. `unknownSettings`: unless the settings that can't be read allow it. */
export type LoginObstacle = 'noKey' | 'onlyRootHasKey' | 'noOtherUser' | 'unknownSettings';

const rootUser = 'root';

/** True if these settings lock everyone out unless there are suitable keys and users. */
function areStrict({ passwordlessLogin, preventRootLogin }: LoginSettings): boolean {
  return passwordlessLogin === true || preventRootLogin === true;
}

/** Why no one can log in after a change; undefined if someone can, or no one could before. */
export function findLoginLoss(now: Logins, after: Logins): LoginObstacle | undefined {
  return findLoginObstacle(now) ? undefined : findLoginObstacle(after);
}

/** All possible settings: those that the service doesn't return may be on or off. */
function possibleSettings(settings: LoginSettings): readonly LoginSettings[] {
  const unknown = (['passwordlessLogin', 'preventRootLogin'] as const).filter(
    (name) => typeof settings[name] !== 'boolean',
  );
  return unknown.reduce<readonly LoginSettings[]>(
    (all, name) => all.flatMap((each) => [each, { ...each, [name]: true }]),
    [settings],
  );
}

/** A temporary key may end at any time, and one that doesn't name its user matches none. */
export function usersOfKeys(keys: readonly Resource[]): string[] {
  return keys
    .filter(({ temporary }) => temporary !== true && temporary !== 1)
    .flatMap(({ user, username }) => toUserName(user ?? username) ?? []);
}

function findLoginObstacle({ settings, users, keys }: Logins): LoginObstacle | undefined {
  const isRootOut = settings.preventRootLogin === true;
  const others = users.filter((name) => name !== rootUser);
  if (isRootOut && others.length === 0) return 'noOtherUser';
  if (settings.passwordlessLogin !== true) return undefined;
  if (keys.some((name) => others.includes(name))) return undefined;
  if (!keys.includes(rootUser)) return 'noKey';
  return isRootOut ? 'onlyRootHasKey' : undefined;
}

/** A key's user: a name, or an object with a name (observed; the form isn't certain). */
export function toUserName(user: unknown): string | undefined {
  const name = isObject(user) ? (user['username'] ?? user['name']) : user;
  return typeof name === 'string' ? name : undefined;
}
