import type { ActionContext } from '../action';
import type { Target, Values } from '../field';
import { ApiError } from '../../../api/errors';
import type { FirewallRule } from '../../../api/contract/firewallRule';
import type { Resource } from '../../../resources/kinds/kind';
import {
  findFirewallRisk,
  findSshRisks as findRisksOfLogins,
  type FirewallRisk,
  type RuleFacts,
  type SshRisk,
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
  { added, removed }: { readonly added?: Values; readonly removed?: readonly ResourceReference[] },
  signal: AbortSignal,
): Promise<string[]> {
  if (!target) return [];
  const rules = (await readAll(client, rulesOf(target), signal)) as readonly FirewallRule[];
  const gone = new Set(removed?.map(({ ids }) => ids.at(-1)));
  const after: readonly RuleFacts[] = [
    ...rules.filter(({ id }) => !gone.has(id)),
    ...(added ? [added as unknown as RuleFacts] : []),
  ];
  const risk = findFirewallRisk(after);
  const isDeployment = added === undefined && removed === undefined;
  const isNews = isDeployment || risk !== findFirewallRisk(rules);
  return risk && isNews ? [describeFirewallRisk(risk, t)] : [];
}

/** Whether a change of SSH settings could lock the person out. */
export async function findSshRisks(
  { client, t }: Pick<ActionContext, 'client' | 't'>,
  { account, ids }: ResourceReference,
  change: Values,
  signal: AbortSignal,
): Promise<string[]> {
  if (change['passwordlessLogin'] !== true && change['preventRootLogin'] !== true) return [];
  const parents = ids.slice(0, 1);
  const [keys, users] = await Promise.all([
    readAll(client, { account, kind: 'sshKey', parents }, signal),
    readAll(client, { account, kind: 'systemUser', parents }, signal),
  ]);
  const facts = {
    keys: keys.map(({ user, username }) => toUserName(user ?? username)),
    users: users.map(({ username }) => String(username)).filter((name) => name !== 'root'),
  };
  return findRisksOfLogins(change, facts).map((risk) => describeSshRisk(risk, t));
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
      return t('A rule rejects SSH (port {0}): you may not be able to log in again.', sshPort);
    case 'notAccepted':
      return t('No rule accepts SSH (port {0}): you may not be able to log in again.', sshPort);
    case 'acceptedFromSomewhere':
      return t(
        'SSH (port {0}) is accepted from certain addresses only: check that yours is among them.',
        sshPort,
      );
  }
}

function describeSshRisk(risk: SshRisk, t: Translate): string {
  switch (risk) {
    case 'noKey':
      return t('The server has no SSH key: without passwords nobody can log in.');
    case 'onlyRootHasKey':
      return t('Only root has an SSH key, and root would not be let in any more.');
    case 'noOtherUser':
      return t('The server has no system user but root, who would not be let in any more.');
  }
}
