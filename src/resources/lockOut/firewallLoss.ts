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

/** Whether a change could block a port for anyone, whatever rules exist. */
export function canTakeAway({ added, removed, isDeployed }: FirewallChange, port: number): boolean {
  return isDeployed || removed.length > 0 || added.some((rule) => mayKeepOut(rule, port));
}

/**
 * The addresses from which a change blocks a port that they can reach now; undefined if there are
 * none. The deployed rules can't be read, so a deployment is judged as if everyone had access
 * before.
 */
export function findFirewallLoss(
  rules: readonly (RuleFacts & { readonly id?: unknown })[],
  { added, removed, isDeployed }: FirewallChange,
  port: number,
): FirewallLoss | undefined {
  const kept = rules.filter(({ id }) => !removed.includes(id as ResourceId));
  const left = findReach([...kept, ...added], port);
  const lost = subtract(isDeployed ? everywhere : findReach(rules, port), left);
  return lost.length === 0 ? undefined : { type: 'firewall', port, lost, left };
}
