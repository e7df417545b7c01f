import { findBlocked, findCoverage, findReach, isUnclear, type RuleFacts } from './firewall';
import { everywhere, type Reach, subtract, unite } from './reach';
import type { ResourceId } from '../kinds/kind';

export interface FirewallChange {
  readonly added: readonly RuleFacts[];
  readonly removed: readonly ResourceId[];
  readonly isDeployed: boolean;
}

export interface FirewallLoss {
  readonly type: 'firewall';
  readonly port: number;
  readonly lost: Reach;
  readonly left: Reach;
  /** True if this assumes the worst of rules whose meaning isn't known. */
  readonly isAssumed: boolean;
}

export type ListedRule = RuleFacts & { readonly id?: unknown };

/** False if a change can't block a port at all; the existing rules decide whether it does. */
export function canTakeAway({ added, removed, isDeployed }: FirewallChange, port: number): boolean {
  return isDeployed || removed.length > 0 || findBlocked(added, port).length > 0;
}

/**
 * The addresses from which a change may block a port that they can reach now, whatever rules that
 * can't be read do; undefined if there are none. The deployed rules can't be read, so a deployment
 * is judged as if everyone had access before.
 */
export function findFirewallLoss(
  rules: readonly ListedRule[],
  { added, removed, isDeployed }: FirewallChange,
  port: number,
): FirewallLoss | undefined {
  const isGone = ({ id }: ListedRule): boolean => removed.includes(id as ResourceId);
  const [kept, gone] = [rules.filter((rule) => !isGone(rule)), rules.filter(isGone)];
  const left = findReach([...kept, ...added], port).surely;
  const lost = isDeployed
    ? subtract(everywhere, left)
    : unite([
        ...intersect(findBlocked(added, port), findReach(rules, port).possibly),
        // What a rule applies to that stays can only be reached now if that rule accepts it.
        ...subtract(findReach(gone, port).possibly, [
          ...findCoverage(kept, port).surely,
          ...findReach(added, port).surely,
        ]),
      ]);
  const isAssumed = [...rules, ...added].some((rule) => isUnclear(rule, port));
  return lost.length === 0 ? undefined : { type: 'firewall', port, lost, left, isAssumed };
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
  if (isDeployed || findBlocked(added, port).length > 0) return false;
  const isListed = removed.every((gone) => rules.some(({ id }) => id === gone));
  // A rule that isn't listed may accept everything.
  return findFirewallLoss(rules, { ...change, isDeployed: !isListed }, port) === undefined;
}

function intersect(some: Reach, others: Reach): Reach {
  return subtract(some, subtract(some, others));
}
