import { everywhere, type Reach, subtract, unite } from './reach';
import { type IpRange, parseIpRange } from '../network/ipRange';
import { areKnownPorts, coversPort } from '../network/ports';
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
 * precedence of rules. This assumes firewalld's behavior and errs on the safe side: what no rule
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

/** Protocols that SSH doesn't use: a rule for one of them blocks no one. */
const otherProtocols: ReadonlySet<string> = new Set(['udp', 'icmp', 'icmpv6', 'sctp', 'gre']);

/**
 * Whether a rule decides about a port. Protocols and ports are open texts: unknown values may
 * be rejected, but isn't accepted.
 */
function concerns(rule: RuleFacts, sshPort: number): boolean {
  const [protocol, ports] = [toComparableText(rule.protocol), toComparableText(rule.port)];
  return letsThrough(rule)
    ? protocol === 'tcp' && coversPort(ports, sshPort)
    : !otherProtocols.has(protocol) && (coversPort(ports, sshPort) || !areKnownPorts(ports));
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
