import { everywhere, type Reach, subtract, unite } from './reach';
import { type IpRange, parseIpRange } from '../../base/ipRange';
import { coversPort } from '../ports';
import { oddFieldsOf } from '../../api/lenient';

/** The parts of a firewall rule that decide what it lets through (API §2.5). */
export interface RuleFacts {
  readonly port?: unknown;
  readonly protocol?: unknown;
  readonly ipAddress?: unknown;
  readonly firewallAction?: unknown;
}

/** Whether a rule accepts: the list of actions is open, and "drop" blocks just like "reject". */
export function letsThrough({ firewallAction }: Pick<RuleFacts, 'firewallAction'>): boolean {
  const action = toComparableText(firewallAction);
  return action === '' || action === 'accept';
}

/**
 * The addresses that can reach a port under a set of deployed rules. The API doesn't define the
 * precedence of rules. This assumes firewalld's behaviour and errs on the safe side: what no rule
 * accepts is blocked, and a rejection overrides any acceptance, in any order.
 */
export function findReach(rules: readonly RuleFacts[], port: number): Reach {
  // A rule that can't be interpreted may reject anyone.
  if (rules.some((rule) => oddFieldsOf(rule).length > 0)) return [];
  const about = rules.filter((rule) => concerns(rule, port));
  const accepted = about.filter(letsThrough).flatMap((rule) => sourcesOf(rule) ?? []);
  const rejected = about
    .filter((rule) => !letsThrough(rule))
    // An address that can't be parsed may mean anyone.
    .flatMap((rule) => sourcesOf(rule) ?? everywhere);
  return subtract(unite(accepted), rejected);
}

/** Whether adding a rule may block a port for anyone. */
export function mayKeepOut(rule: RuleFacts, port: number): boolean {
  return !letsThrough(rule) && concerns(rule, port);
}

function concerns({ port, protocol }: RuleFacts, sshPort: number): boolean {
  return toComparableText(protocol) === 'tcp' && coversPort(toComparableText(port), sshPort);
}

/** The source addresses that a rule applies to: everywhere if it names none. */
function sourcesOf({ ipAddress }: RuleFacts): readonly IpRange[] | undefined {
  const text = toComparableText(ipAddress);
  if (text === '') return everywhere;
  const range = parseIpRange(text);
  return range && [range];
}

function toComparableText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().toLowerCase()
    : '';
}
