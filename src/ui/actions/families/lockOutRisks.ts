import type { ActionContext } from '../action';
import { asResource, type Target, type Values } from '../field';
import { ApiError } from '../../../api/errors';
import type { FirewallRule } from '../../../api/contract/firewallRule';
import type { KindId, Resource, ResourceId } from '../../../resources/kinds/kind';
import {
  findFirewallRisk,
  type FirewallRisk,
  type LoginRisk,
  type Logins,
  type LoginSettings,
  risksOfRemoval,
  risksOfSettings,
  type RuleFacts,
} from '../../../resources/lockOut';
import { type CollectionReference, type ResourceReference } from '../../../resources/reference';
import { rulesOf } from '../../../resources/pendingFirewalls';
import { sshPort } from '../../../resources/ports';
import { isObject } from '../../../shared/json';
import type { Translate } from '../../../shared/translate';

/**
 * Whether a change of a server's firewall, or its deployment, could lock the person out of SSH. A
 * change is only warned of where it makes things worse: a fault that is there already is no news.
 */
export async function findFirewallRisks(
  { client, t }: ActionContext,
  [target]: readonly Target[],
  { added, removed }: { readonly added?: Values; readonly removed?: readonly Target[] },
  signal: AbortSignal,
): Promise<string[]> {
  if (!target) return [];
  const rules = (await readAll(client, rulesOf(target), signal)) as readonly FirewallRule[];
  const gone = idsOf(removed ?? []);
  const after: readonly RuleFacts[] = [
    ...rules.filter(({ id }) => !gone.has(id)),
    ...(added ? [added as unknown as RuleFacts] : []),
  ];
  const risk = findFirewallRisk(after);
  const isDeployment = added === undefined && removed === undefined;
  const isNews = isDeployment || risk !== findFirewallRisk(rules);
  return risk && isNews ? [describeFirewallRisk(risk, t)] : [];
}

/** What the risks of logins are found out with. */
type Reading = Pick<ActionContext, 'client' | 't'>;

/** Whether switching SSH settings could lock the person out. @throws ApiError, UnknownAccountError. */
export async function findSettingsRisks(
  { client, t }: Reading,
  settings: ResourceReference,
  change: LoginSettings,
  signal: AbortSignal,
): Promise<string[]> {
  if (change.passwordlessLogin !== true && change.preventRootLogin !== true) return [];
  const [now, users, keys] = await Promise.all([
    readSettings(client, settings, signal),
    readAll(client, besideOf(settings, 'systemUser'), signal),
    readAll(client, besideOf(settings, 'sshKey'), signal),
  ]);
  return describeAll(risksOfSettings(change, toLogins(now, users, keys)), t);
}

/**
 * Whether deleting SSH keys, or system users with theirs, could lock the person out of a server that
 * lets in by key only, or not as root. @throws ApiError, UnknownAccountError.
 */
export async function findRemovalRisks(
  { client, t }: Reading,
  removed: readonly Target[],
  signal: AbortSignal,
): Promise<string[]> {
  const [first] = removed;
  if (!first) return [];
  const settings = await readSettings(client, toSettings(asResource(first)), signal);
  if (settings.passwordlessLogin !== true && settings.preventRootLogin !== true) return [];
  const [users, keys] = await Promise.all([
    readAll(client, besideOf(asResource(first), 'systemUser'), signal),
    readAll(client, besideOf(asResource(first), 'sshKey'), signal),
  ]);
  const gone = idsOf(removed);
  const isLeft = ({ id }: Resource): boolean => !gone.has(id as ResourceId);
  const now = toLogins(settings, users, keys);
  return describeAll(
    risksOfRemoval(
      now,
      first.kind === 'systemUser'
        ? withoutUsers(now, namesOf(users.filter((user) => !isLeft(user))))
        : toLogins(settings, users, keys.filter(isLeft)),
    ),
    t,
  );
}

/** The keys of a user go with the user. */
function withoutUsers({ settings, users, keys }: Logins, gone: readonly string[]): Logins {
  return {
    settings,
    users: users.filter((name) => !gone.includes(name)),
    keys: keys.filter((name) => name === undefined || !gone.includes(name)),
  };
}

function toLogins(
  settings: LoginSettings,
  users: readonly Resource[],
  keys: readonly Resource[],
): Logins {
  return {
    settings,
    users: namesOf(users).filter((name) => name !== 'root'),
    keys: keys.map(({ user, username }) => toUserName(user ?? username)),
  };
}

function namesOf(users: readonly Resource[]): string[] {
  return users.map(({ username }) => String(username));
}

function idsOf(targets: readonly Target[]): ReadonlySet<ResourceId | undefined> {
  return new Set(targets.map((target) => asResource(target).ids.at(-1)));
}

function toSettings({ account, ids }: ResourceReference): ResourceReference {
  return { account, kind: 'sshSettings', ids: ids.slice(0, 1) };
}

function besideOf({ account, ids }: ResourceReference, kind: KindId): CollectionReference {
  return { account, kind, parents: ids.slice(0, 1) };
}

/** The switches as they are now; none where the service does not tell. */
async function readSettings(
  client: ActionContext['client'],
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

/** All of a collection as it is now; none where the service does not offer it. */
async function readAll(
  client: ActionContext['client'],
  collection: CollectionReference,
  signal: AbortSignal,
): Promise<readonly Resource[]> {
  const items: Resource[] = [];
  try {
    for await (const outcome of await client.pages(collection, { signal })) {
      if ('error' in outcome) throw outcome.error;
      items.push(...outcome.page.items);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'unsupported') throw error;
  }
  return items;
}

/** A key's user: a name, or an object with one (observed: the shape is not certain). */
function toUserName(user: unknown): string | undefined {
  if (typeof user === 'string') return user;
  const name = isObject(user) ? (user['username'] ?? user['name']) : undefined;
  return typeof name === 'string' ? name : undefined;
}

function describeFirewallRisk(risk: FirewallRisk, t: Translate): string {
  switch (risk) {
    case 'rejected':
      return t(
        'A rule rejects SSH (port {0}): you may not be able to log in again. Leave that port out of the rule, or delete the rule before you deploy.',
        sshPort,
      );
    case 'notAccepted':
      return t(
        'No rule accepts SSH (port {0}): you may not be able to log in again. Add a rule that accepts it first.',
        sshPort,
      );
    case 'acceptedFromSomewhere':
      return t(
        'SSH (port {0}) is accepted from certain addresses only: check that yours is among them.',
        sshPort,
      );
  }
}

function describeAll(risks: readonly LoginRisk[], t: Translate): string[] {
  return risks.map((risk) => describeLoginRisk(risk, t));
}

function describeLoginRisk(risk: LoginRisk, t: Translate): string {
  switch (risk) {
    case 'noKey':
      return t(
        'Nobody could log in: passwords would not be accepted, and there would be no SSH key. Add an SSH key first.',
      );
    case 'onlyRootHasKey':
      return t(
        'Root would not be let in, and nobody else would have an SSH key. Add a key for another system user first.',
      );
    case 'noOtherUser':
      return t(
        'Root would not be let in, and there would be no other system user. Create one first.',
      );
  }
}
