import {
  contains,
  everywhere,
  type Reach,
  subtract,
  unite,
  parseIpRange,
} from '../network/ipRange';
import { areKnownPorts, coversPort } from '../network/ports';
import type { ResourceId } from '../kinds/kind';

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
  const said = rules.map((rule) => assume(rule, port));
  const reach = (accepted: keyof Certainty, rejected: keyof Certainty): Reach =>
    subtract(unite(cover(said, 'accepts', accepted)), cover(said, 'rejects', rejected));
  return { surely: reach('surely', 'possibly'), possibly: reach('possibly', 'surely') };
}

function assume(rule: RuleFacts, port: number): Says {
  return { effect: ruleEffect(rule), ...coverageOf(rule, port) };
}

/** The sources of rules with an effect; `possibly` includes rules whose effect isn't known. */
function cover(said: readonly Says[], effect: Says['effect'], certainty: keyof Certainty): Reach {
  return said
    .filter(
      (each) => each.effect === effect || (certainty === 'possibly' && each.effect === 'unknown'),
    )
    .flatMap((each) => each[certainty]);
}

function findBlocked(rules: readonly RuleFacts[], port: number): Reach {
  return unite(
    cover(
      rules.map((rule) => assume(rule, port)),
      'rejects',
      'possibly',
    ),
  );
}

function isUnclear(rule: RuleFacts, port: number): boolean {
  const { surely, possibly } = coverageOf(rule, port);
  return possibly.length > 0 && (surely.length === 0 || ruleEffect(rule) === 'unknown');
}

/** A rule for one of these is about no other. */
const protocols: ReadonlySet<string> = new Set(['tcp', 'udp', 'icmp', 'icmpv6', 'sctp', 'gre']);

export type Transport = 'tcp' | 'udp';

const none: Certainty = { surely: [], possibly: [] };

/** Any of the ports that a rule names, or any other. */
type Port = number | 'named' | 'other';

/** Protocols, ports and addresses are open texts: one that isn't known may mean any. */
function coverageOf(rule: RuleFacts, port: Port, wanted: Transport = 'tcp'): Certainty {
  const [protocol, ports, address] = [rule.protocol, rule.port, rule.ipAddress].map(
    toComparableText,
  ) as [string, string, string];
  const isAbout = port === 'named' || (port !== 'other' && coversPort(ports, port));
  const isOther = protocol !== wanted && protocols.has(protocol);
  if (isOther || (!isAbout && areKnownPorts(ports))) return none;
  const range = parseIpRange(address);
  const sources = isFromAnywhere(rule) ? everywhere : range && [range];
  return {
    surely: isAbout && protocol === wanted ? (sources ?? []) : [],
    possibly: sources ?? everywhere,
  };
}

/**
 * What rules say about the addresses that send to a port; the four make up everywhere. Unlike for a
 * lock-out, no side is the safe one to err on, so nothing is assumed about the order of rules or
 * about what no rule is about: the API says neither.
 */
export interface Standing {
  readonly allowed: Reach;
  readonly blocked: Reach;
  /** No rule is about these. */
  readonly unruled: Reach;
  /** Rules contradict each other here, or can't be interpreted. */
  readonly unclear: Reach;
}

export function findStanding(
  rules: readonly RuleFacts[],
  port: number,
  protocol: Transport,
): Standing {
  return toStanding(rules.map((rule) => whatItSays(rule, port, protocol)));
}

export function toStanding(said: readonly Says[]): Standing {
  const accepting = cover(said, 'accepts', 'possibly');
  const rejecting = cover(said, 'rejects', 'possibly');
  const allowed = subtract(unite(cover(said, 'accepts', 'surely')), rejecting);
  const blocked = subtract(unite(cover(said, 'rejects', 'surely')), accepting);
  const unruled = subtract(everywhere, [...accepting, ...rejecting]);
  const unclear = subtract(everywhere, [...allowed, ...blocked, ...unruled]);
  return { allowed, blocked, unruled, unclear };
}

/** What rules say about one address, and the rules that say so. */
export function findDeciding<Rule extends RuleFacts>(
  rules: readonly Rule[],
  address: string,
  { port, protocol }: { readonly port: number; readonly protocol: Transport },
): { readonly standing: keyof Standing; readonly by: readonly Rule[] } {
  const standings = findStanding(rules, port, protocol);
  const names = ['allowed', 'blocked', 'unruled'] as const;
  const standing = names.find((name) => contains(standings[name], address)) ?? 'unclear';
  const certainty = standing === 'unclear' ? 'possibly' : 'surely';
  const by = rules.filter((rule) => contains(whatItSays(rule, port, protocol)[certainty], address));
  return { standing, by };
}

export interface Says extends Certainty {
  readonly effect: ReturnType<typeof ruleEffect>;
}

/** Only what the API describes is taken for known: `global` and `rich` rules (API §13 rule 9). */
export function whatItSays(rule: RuleFacts, port: Port, protocol: Transport): Says {
  const { surely, possibly } = coverageOf(rule, port, protocol);
  const hasSource = !isFromAnywhere(rule);
  const isBare = !hasSource && isEmpty(rule, 'firewallAction');
  if (rule.type === 'global' && isBare) return { effect: 'accepts', surely, possibly };
  const isRich = rule.type === 'rich' && hasSource;
  const action = isRich ? toComparableText(rule.firewallAction) : '';
  if (action === 'accept') return { effect: 'accepts', surely, possibly };
  if (action === 'reject') return { effect: 'rejects', surely, possibly };
  const isSourceKnown = isRich || possibly.length === 0;
  return { effect: 'unknown', surely: [], possibly: isSourceKnown ? possibly : everywhere };
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
          ...kept.flatMap((rule) => coverageOf(rule, port).surely),
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
