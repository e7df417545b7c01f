import {
  findDeciding,
  type ListedRule,
  type RuleFacts,
  type Says,
  type Standing,
  toStanding,
  type Transport,
  whatItSays,
} from './firewall';
import { isIp, type Reach, reachNames } from '../network/ipRange';
import { isPortOrRange, type PortRange, rangesOf } from '../network/ports';
import { findKind } from '../kinds/kinds';
import { join } from '../kinds/kind';
import type { InForce } from '../pendingFirewalls';
import { rulesBeside, type Target } from '../reference';
import { isWhole } from '../store/listing';
import type { ResourceStore } from '../store/resourceStore';
import type { CallOptions } from '../../api/client';
import { toVisible } from '../../base/foreignText';
import { group } from '../../base/group';
import { formats, shortenNames, t } from '../../base/l10n';

/** Undefined if they couldn't be read completely. */
export type Rules = readonly ListedRule[] | undefined;

/** The rules of the server that something is on, as last read. @throws ApiError. */
export async function readRules(
  store: Pick<ResourceStore, 'list' | 'all'>,
  on: Target,
  options: CallOptions,
): Promise<Rules> {
  const rules = rulesBeside(on);
  const known = await store.list(rules, options);
  const all = known.isComplete ? known : await store.all(rules, undefined, options);
  return isWhole(all) ? all.items : undefined;
}

interface DoorRow {
  readonly ports: string;
  readonly families: string;
  /** Who can reach them under each of the compared sets of rules. */
  readonly texts: readonly string[];
}

const families = [4, 6] as const;
type Family = (typeof families)[number];

const transports: readonly Transport[] = ['tcp', 'udp'];

/**
 * Ports that the same addresses can reach are one row for each family that differs; SSH is first.
 * Undefined if there are too many rules to compare.
 */
export function compareDoors(
  compared: readonly Rules[],
  sshPort: number,
): readonly DoorRow[] | undefined {
  const named: DoorRow[] = [];
  const rest: Texts[] = [];
  for (const protocol of transports) {
    const segments = toSegments(compared, sshPort, protocol)?.map((each) => ({
      ...each,
      texts: textsOf(each),
      isSsh: protocol === 'tcp' && each.from === sshPort,
    }));
    if (!segments) return undefined;
    const others = segments.find(({ isNamed }) => !isNamed)?.texts;
    if (others) rest.push(others);
    const doors = group(
      segments.toSorted((a, b) => Number(b.isSsh) - Number(a.isSsh)),
      ({ isSsh, texts }) => `${isSsh} ${JSON.stringify(texts)}`,
    );
    doors.delete(`false ${JSON.stringify(others)}`);
    for (const same of doors.values()) {
      const ports = same.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
      const label = `${protocol.toUpperCase()} ${shorten(ports)}`;
      const [{ isSsh, texts }] = same;
      named.push(...toRows(isSsh ? t('{0} (SSH)', label) : label, texts));
    }
  }
  const [tcp, udp] = rest;
  if (tcp && udp && JSON.stringify(tcp) !== JSON.stringify(udp)) {
    return [...named, ...toRows(t('Other TCP ports'), tcp), ...toRows(t('Other UDP ports'), udp)];
  }
  return [...named, ...(tcp ? toRows(t('All other ports'), tcp) : [])];
}

/** For each family, the texts for each of the compared sets of rules. */
type Texts = readonly (readonly string[])[];

function textsOf({ said }: Segment): Texts {
  const standings = said.map((each) => each && toStanding(each));
  return families.map((family) =>
    standings.map((standing) => (standing ? describe(standing, family) : t('not known'))),
  );
}

function toRows(ports: string, [four = [], six = []]: Texts): DoorRow[] {
  if (four.join('\n') === six.join('\n')) return [{ ports, families: 'IPv4, IPv6', texts: four }];
  return [
    { ports, families: 'IPv4', texts: four },
    { ports, families: 'IPv6', texts: six },
  ];
}

interface Segment {
  readonly from: number;
  readonly to: number;
  readonly isNamed: boolean;
  /** What each of the compared sets of rules says about these ports. */
  readonly said: readonly (Says[] | undefined)[];
}

/** More than a thousand rules for ports of their own need, and what takes about a second. */
const mostSaid = 250_000;

/** Consecutive ports that are in the same rules; undefined if there are too many. */
function toSegments(
  compared: readonly Rules[],
  sshPort: number,
  protocol: Transport,
): readonly Segment[] | undefined {
  const read = compared.map((rules) => rules?.map((rule) => toSayings(rule, protocol)));
  const ranges = [
    { from: sshPort, to: sshPort },
    ...read.flatMap((rules = []) => rules.flatMap((each) => each.ranges)),
  ];
  const starts = new Set([1, ...ranges.flatMap(({ from, to }) => [from, to + 1])]);
  const sorted = [...starts]
    .filter((start) => start >= 1 && start <= 65_535)
    .toSorted((a, b) => a - b);
  const places = new Map(sorted.map((from, index) => [from, index]));
  const within = <Item>(all: readonly Item[], { from, to }: PortRange): readonly Item[] =>
    all.slice(places.get(Math.max(from, 1)), places.get(to + 1));
  const isNamed = new Set(ranges.flatMap((range) => within(sorted, range)));
  const segments = sorted.map((from, index) => ({
    from,
    to: (sorted[index + 1] ?? 65_536) - 1,
    isNamed: isNamed.has(from),
    said: read.map((rules) => rules && new Array<Says>()),
  }));
  let count = 0;
  for (const [index, rules = []] of read.entries()) {
    for (const rule of rules) {
      const named = rule.ranges.flatMap((range) => within(segments, range));
      const others = rule.elsewhere.possibly.length > 0 ? segments : [];
      count += named.length + others.length;
      if (count > mostSaid) return undefined;
      for (const { said } of named) said[index]?.push(rule.inRanges);
      for (const { said } of others) said[index]?.push(rule.elsewhere);
    }
  }
  return segments;
}

function toSayings(rule: RuleFacts, protocol: Transport) {
  return {
    ranges: rangesOf(String(rule.port)),
    inRanges: whatItSays(rule, 'named', protocol),
    elsewhere: whatItSays(rule, 'other', protocol),
  };
}

const standings = ['allowed', 'blocked', 'unruled', 'unclear'] as const;

/** The smaller parts by their addresses, and the largest as the others. */
function describe(standing: Standing, family: Family): string {
  const parts = standings
    .map((name) => ({ name, reach: standing[name].filter((range) => range.family === family) }))
    .filter(({ reach }) => reach.length > 0)
    .toSorted((a, b) => (sizeOf(a.reach) < sizeOf(b.reach) ? -1 : 1));
  const largest = parts.pop();
  if (!largest) return '';
  if (parts.length === 0) return wholeWords()[largest.name];
  const listed = parts.map(
    ({ name, reach }) => partWords(shorten(reachNames(reach).map(String)))[name],
  );
  return [...listed, partWords(t('others'))[largest.name]].join(', ');
}

function wholeWords(): Readonly<Record<keyof Standing, string>> {
  return {
    allowed: t('everyone'),
    blocked: t('no one'),
    unruled: t('no rule'),
    unclear: t('not known'),
  };
}

function partWords(who: string): Readonly<Record<keyof Standing, string>> {
  return {
    allowed: t('{0} allowed', who),
    blocked: t('{0} blocked', who),
    unruled: t('{0} without a rule', who),
    unclear: t('{0} not known', who),
  };
}

function sizeOf(reach: Reach): bigint {
  return reach.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
}

/** Longest list of addresses or ports that a sentence names. */
export const mostNames = 4;

export function shorten(names: readonly string[]): string {
  return shortenNames(names, mostNames).join(', ');
}

/** Most lines in a question; the overview shows all. */
const mostLines = 12;

/** What a question about deploying the rules of one server says. */
export function describeDeployment(now: InForce, rules: Rules, sshPort: number): string {
  return [describeNow(now), ...listChanges(now, rules, sshPort), limits()].join('\n');
}

/** Who gets in once the rules are deployed, and before, as far as a deployment from here was seen. */
export function listChanges(now: InForce, rules: Rules, sshPort: number): readonly string[] {
  const before = 'rules' in now ? now.rules : now.seen;
  const rows = compareDoors(before ? [before, rules] : [rules], sshPort);
  if (!rows) return [tooMany()];
  const changed = rows.filter(({ texts: [one, other] }) => one !== other);
  const lines = changed.map(
    ({ ports, families: named, texts }) => `${ports}, ${named}: ${texts.join(' → ')}`,
  );
  const seen = before ? t('At that deployment → after this one:') : t('After deploying:');
  const title = 'rules' in now ? t('Before → after deploying:') : seen;
  return lines.length === 0
    ? [`${title} ${t('no change')}`]
    : [title, ...shortenNames(lines, mostLines)];
}

/** What one rule changes once all are deployed. */
export function describeRule(rule: RuleFacts, others: Rules, sshPort: number): string {
  if (!others) return t("Who gets in isn't known: not all firewall rules could be read.");
  const rows = compareDoors([others, [...others, rule]], sshPort);
  if (!rows) return tooMany();
  const changed = rows.filter(({ texts: [without, given] }) => without !== given);
  const [first] = changed;
  if (!first) return t('Changes nothing: the other rules have the same effect.');
  const [without = '', given = ''] = first.texts;
  // A line above the document holds no more.
  const text = t('{0}, {1}: {2} (without it: {3})', first.ports, first.families, given, without);
  const more = changed.length > 1 ? t('and {0} more', changed.length - 1) : '';
  return [t('Once deployed: {0}', text), more].filter(Boolean).join(' ');
}

export function tooMany(): string {
  return t("Who gets in isn't shown: there are too many firewall rules to compare.");
}

/** Why it isn't known which rules are in force, or how far it is. */
export function describeNow(now: InForce): string {
  if ('rules' in now) {
    const at = formats.moment(now.at);
    return t("Now: as deployed from here, {0}. Deployments from elsewhere can't be seen.", at);
  }
  const at = now.at === undefined ? '' : formats.moment(now.at);
  const reasons = {
    unseen: t(
      "Now: not known. The service doesn't tell which rules are in force, and no deployment from here is known.",
    ),
    newer: t('Now: not known. There are rules newer than the last deployment from here, {0}.', at),
    deletedElsewhere: t(
      'Now: not known. Rules were deleted elsewhere since the last deployment from here, {0}.',
      at,
    ),
    incomplete: t('Now: not known. Not all firewall rules could be read.'),
  };
  return reasons[now.why];
}

/** What rules can't tell. */
export function limits(): string {
  return t(
    "The service tells neither the order of rules nor what happens without one. fail2ban and the provider's firewall may block more.",
  );
}

interface Question {
  readonly address: string;
  readonly port: number;
  readonly protocol: Transport;
}

/** Such as `203.0.113.7 22` or `2001:db8::7 53/udp`; undefined if it isn't a question yet. */
export function parseQuestion(typed: string): Question | undefined {
  const match = /^([^\s,]+)[\s,]+(\d+)(?:[\s/]+(tcp|udp))?$/i.exec(typed.trim());
  const [, address = '', port = '', protocol = 'tcp'] = match ?? [];
  if (!match || !isIp(address) || !isPortOrRange(port)) return undefined;
  return { address, port: Number(port), protocol: protocol.toLowerCase() as Transport };
}

/** Whether an address can reach a port, and by which rules. */
export function answerQuestion(rules: Rules, question: Question): string {
  if (!rules) return t('not known');
  const { standing, by } = findDeciding(rules, question.address, question);
  const names = shorten(by.map(nameRule));
  const answers = {
    allowed: t('Allowed by {0}', names),
    blocked: t('Blocked by {0}', names),
    unruled: t('Not known: no rule is about it'),
    unclear: t("Not known: {0} can't be interpreted, or their order decides", names),
  };
  return answers[standing];
}

function nameRule(rule: RuleFacts): string {
  const { label, description } = findKind('firewallRule').present({ ...rule });
  return toVisible(join([label, description].map((each) => each && String(each))));
}
