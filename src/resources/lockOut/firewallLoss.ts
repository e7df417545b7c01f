import { findReach, mayKeepOut, type RuleFacts } from './firewall';
import { everywhere, type Reach, subtract } from './reach';
import type { ResourceId } from '../kinds/kind';

/** A planned change to the firewall rules of a server. */
export interface FirewallChange {
  readonly added: readonly RuleFacts[];
  readonly removed: readonly ResourceId[];
  readonly isDeployed: boolean;
}

/** The addresses that lose access to a port, and those that keep it. */
export interface FirewallLoss {
  readonly type: 'firewall';
  readonly port: number;
  readonly lost: Reach;
  readonly left: Reach;
}

/** A rule as a list has it. */
type ListedRule = RuleFacts & { readonly id?: unknown };

/** Whether a change can block a port at all; the existing rules decide whether it does. */
export function canTakeAway({ added, removed, isDeployed }: FirewallChange, port: number): boolean {
  return isDeployed || removed.length > 0 || added.some((rule) => mayKeepOut(rule, port));
}

/**
 * The addresses from which a change blocks a port that they can reach now; undefined if there are
 * none. The deployed rules can't be read, so a deployment is judged as if everyone had access
 * before.
 */
export function findFirewallLoss(
  rules: readonly ListedRule[],
  { added, removed, isDeployed }: FirewallChange,
  port: number,
): FirewallLoss | undefined {
  const kept = rules.filter(({ id }) => !removed.includes(id as ResourceId));
  const left = findReach([...kept, ...added], port);
  const lost = subtract(isDeployed ? everywhere : findReach(rules, port), left);
  return lost.length === 0 ? undefined : { type: 'firewall', port, lost, left };
}

/**
 * Whether a change blocks no one, even if there are more rules than listed: what still accepts is
 * listed, and rules that reject stay the same. A deployment may put rejections that aren't listed
 * into force.
 */
export function isSafeWithMore(
  rules: readonly ListedRule[],
  change: FirewallChange,
  port: number,
): boolean {
  const { added, removed, isDeployed } = change;
  if (isDeployed || added.some((rule) => mayKeepOut(rule, port))) return false;
  const isListed = removed.every((gone) => rules.some(({ id }) => id === gone));
  // A rule that isn't listed may accept everything.
  return findFirewallLoss(rules, { ...change, isDeployed: !isListed }, port) === undefined;
}
