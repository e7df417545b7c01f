import { everywhere, type Reach, subtract, unite } from './reach';
import { parseIpRange } from '../network/ipRange';
import { areKnownPorts, coversPort } from '../network/ports';

/** The parts of a rule that decide what it lets through (API §2.5); unread ones are absent. */
export interface RuleFacts {
  readonly type?: unknown;
  readonly port?: unknown;
  readonly protocol?: unknown;
  readonly ipAddress?: unknown;
  readonly firewallAction?: unknown;
}

/** The list of actions is open, and "drop" blocks just like "reject". */
export function ruleEffect(rule: RuleFacts): 'accepts' | 'rejects' | 'unknown' {
  const action = isEmpty(rule, 'firewallAction') ? 'accept' : toComparableText(rule.firewallAction);
  if (action === '') return 'unknown';
  return action === 'accept' ? 'accepts' : 'rejects';
}

export function isFromAnywhere(rule: RuleFacts): boolean {
  return isEmpty(rule, 'ipAddress');
}

interface Certainty {
  readonly surely: Reach;
  readonly possibly: Reach;
}

/**
 * The addresses that can reach a port under a set of deployed rules. The API doesn't define the
 * precedence of rules. This assumes firewalld's behavior: what no rule accepts is blocked, and a
 * rejection overrides any acceptance, in any order.
 */
export function findReach(rules: readonly RuleFacts[], port: number): Certainty {
  const cover = (kept: (rule: RuleFacts) => boolean): Certainty =>
    findCoverage(rules.filter(kept), port);
  const [accepts, rejects] = (['accepts', 'rejects'] as const).map((effect) => ({
    surely: cover((rule) => ruleEffect(rule) === effect).surely,
    possibly: cover((rule) => [effect, 'unknown'].includes(ruleEffect(rule))).possibly,
  })) as [Certainty, Certainty];
  return {
    surely: subtract(accepts.surely, rejects.possibly),
    possibly: subtract(accepts.possibly, rejects.surely),
  };
}

export function findCoverage(rules: readonly RuleFacts[], port: number): Certainty {
  const all = rules.map((rule) => coverageOf(rule, port));
  return {
    surely: unite(all.flatMap(({ surely }) => surely)),
    possibly: unite(all.flatMap(({ possibly }) => possibly)),
  };
}

export function findBlocked(rules: readonly RuleFacts[], port: number): Reach {
  return findCoverage(
    rules.filter((rule) => ruleEffect(rule) !== 'accepts'),
    port,
  ).possibly;
}

export function isUnclear(rule: RuleFacts, port: number): boolean {
  const { surely, possibly } = coverageOf(rule, port);
  return possibly.length > 0 && (surely.length === 0 || ruleEffect(rule) === 'unknown');
}

/** Protocols that SSH doesn't use: a rule for one of them blocks no one. */
const otherProtocols: ReadonlySet<string> = new Set(['udp', 'icmp', 'icmpv6', 'sctp', 'gre']);

const none: Certainty = { surely: [], possibly: [] };

/** Protocols, ports and addresses are open texts: one that isn't known may mean any. */
function coverageOf(rule: RuleFacts, port: number): Certainty {
  const [protocol, ports, address] = [rule.protocol, rule.port, rule.ipAddress].map(
    toComparableText,
  ) as [string, string, string];
  const isAbout = coversPort(ports, port);
  if (otherProtocols.has(protocol) || (!isAbout && areKnownPorts(ports))) return none;
  const range = parseIpRange(address);
  const sources = isFromAnywhere(rule) ? everywhere : range && [range];
  return {
    surely: isAbout && protocol === 'tcp' ? (sources ?? []) : [],
    possibly: sources ?? everywhere,
  };
}

/** An absent address or action is unknown, except in global rules. */
function isEmpty(rule: RuleFacts, name: 'ipAddress' | 'firewallAction'): boolean {
  const value = rule[name];
  return value === null || value === '' || (value === undefined && rule.type === 'global');
}

function toComparableText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().toLowerCase()
    : '';
}
