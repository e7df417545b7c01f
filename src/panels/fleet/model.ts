import { namePhp, nameProvider } from '../../resources/names/constants';
import { group } from '../../base/group';
import { type Count, type CountRegistry, toNote, toShares, toTile } from './counts';
import {
  type FleetServer,
  type FleetSources,
  nameState,
  serverStates,
  stateTones,
  toServers,
} from './servers';
import { type Area, certificatesOf, isRead, knownCertificates } from '../../findings/areas';
import { severities, type Severity } from '../../findings/finding';
import { describeUnchecked, nameSeverity } from '../../findings/view/words';
import { findPhpSupport } from '../../findings/phpSupport';
import type { FleetFilter } from '../page/messages';
import {
  type ResourceReference,
  serversOf,
  type Target,
  serverOf,
  toKey,
} from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import type { PageFilter, Section, Tone, CountItem, DaysItem, Table } from '../../pages/model';
import { formats, t } from '../../base/l10n';
import type { Knowledge } from '../../findings/knowledge';
import { startOfDay } from '../../findings/schedules';
import { writeDay } from '../../resources/expiry';
import { dayMs, soonDays, toTime } from '../../base/moment';

const severityTones: Readonly<Record<Severity, Tone>> = {
  critical: 'bad',
  warning: 'warning',
  information: 'quiet',
};

/** Everything that the page shows except the schedule. */
export function toSections(
  sources: FleetSources,
  servers: readonly FleetServer[],
  isShown: (target: Target) => boolean,
  counts: CountRegistry,
): readonly Section[] {
  const { areas } = sources;
  const unchecked = areas.filter(isUnchecked);
  const unlisted = [listedAccounts(sources), ...areas.filter(({ id }) => id !== 'server')];
  const uncheckedOf = (...kinds: readonly string[]): readonly string[] =>
    unlisted.filter((area) => kinds.includes(area.id) && isUnchecked(area)).map(describeUnchecked);
  const php = countPhp(sources, isShown, counts);
  const serversBy = (
    name: 'provider' | 'region',
    labelFor: (value: string) => string,
  ): readonly Count[] => {
    const groups = group(servers, (server) => server[name]);
    return countBy(name, groups, (value) => ({ label: labelFor(value) }), counts);
  };
  const providers = serversBy('provider', nameProviderOf);
  const regions = serversBy('region', nameRegion);
  return [
    {
      id: 'state',
      title: t('Server States'),
      items: countStates(servers, counts).map((count) =>
        toTile(count, uncheckedOf('server').length === 0),
      ),
    },
    toFindings(sources, unchecked, isShown, counts),
    toCertificates(sources, isShown, counts, uncheckedOf),
    toServers(servers, sources, counts),
    {
      ...toShares('php', t('PHP Versions'), [t('PHP version'), t('Web Applications')], php),
      ...toNote(uncheckedOf('server', 'webApplication')),
    },
    toShares('provider', t('Providers'), [t('Provider'), t('Servers')], providers),
    toShares('region', t('Regions'), [t('Region'), t('Servers')], regions),
  ];
}

function nameProviderOf(provider: string): string {
  return toVisible(nameProvider(provider));
}

function nameRegion(code: string): string {
  return toVisible(formats.region(code));
}

function countStates(servers: readonly FleetServer[], counts: CountRegistry): readonly Count[] {
  const byState = group(servers, ({ state }) => state);
  return serverStates.map((state) => {
    const own = (byState.get(state) ?? []).map(({ reference }) => ({ target: reference }));
    return counts.add(`state/${state}`, nameState(state), own, stateTones[state]);
  });
}

/** Counts resources by a value, the largest number first, and what isn't known last. */
function countBy(
  id: string,
  groups: ReadonlyMap<string, readonly { readonly reference: ResourceReference }[]>,
  describe: (value: string) => { readonly label: string; readonly tone?: Tone },
  counts: CountRegistry,
): readonly Count[] {
  const isLast = (count: Count): number => (count.id.endsWith('/') ? 1 : 0);
  return [...groups]
    .map(([value, own]) => {
      const unknown = { label: t('Not checked'), tone: 'quiet' } as const;
      const { label, tone = 'good' } = value === '' ? unknown : describe(value);
      const items = own.map(({ reference }) => ({ target: reference }));
      return counts.add(`${id}/${value}`, label, items, tone);
    })
    .toSorted(
      (a, b) => isLast(a) - isLast(b) || b.count - a.count || a.label.localeCompare(b.label),
    );
}

/** Without a filter, all targets are shown. */
export function toScope(
  servers: readonly FleetServer[],
  { account, tag, provider, region }: FleetFilter,
): (target: Target) => boolean {
  if (`${account}${tag}${provider}${region}` === '') return () => true;
  const keys = new Set(servers.map(({ key }) => key));
  return (target) => {
    const server = serverOf(target);
    return server !== undefined && keys.has(toKey(server));
  };
}

function toFindings(
  { findings }: FleetSources,
  unchecked: readonly Area[],
  isShown: (target: Target) => boolean,
  counts: CountRegistry,
): Section {
  const shown = findings.filter(({ target }) => isShown(target));
  const bySeverity = group(shown, ({ severity }) => severity);
  const areas = unchecked.map((area) => ({ detail: describeUnchecked(area) }));
  return {
    id: 'severity',
    title: t('Findings'),
    items: [
      ...severities.map((severity) => {
        const own = (bySeverity.get(severity) ?? []).map(({ target, sentence }) => ({
          target,
          detail: sentence(),
        }));
        const [id, label] = [`severity/${severity}`, nameSeverity(severity)];
        return toTile(counts.add(id, label, own, severityTones[severity]), areas.length === 0);
      }),
      toTile(counts.add('severity/unchecked', t('Areas not checked'), areas), true),
    ],
  };
}

function countPhp(
  { knowledge, now }: FleetSources,
  isShown: (reference: ResourceReference) => boolean,
  counts: CountRegistry,
): readonly Count[] {
  const applications = knowledge.of('webApplication').filter(({ reference }) => isShown(reference));
  const byVersion = group(applications, ({ resource: { phpVersion } }) =>
    typeof phpVersion === 'string' ? phpVersion : '',
  );
  const describe = (name: string): { readonly label: string; readonly tone?: Tone } => {
    const label = toVisible(namePhp(name));
    return findPhpSupport(name, now)?.isOver
      ? { label: t('{0} (no security fixes)', label), tone: 'warning' }
      : { label };
  };
  return countBy('php', byVersion, describe, counts);
}

export function toFilters(
  { accounts }: FleetSources,
  servers: readonly FleetServer[],
  filter: FleetFilter,
): readonly PageFilter[] {
  const of = (
    id: 'account' | 'tag' | 'provider' | 'region',
    label: string,
    values: readonly string[],
    labelFor: (value: string) => string,
  ): readonly PageFilter[] => {
    const options = [...new Set(values)]
      .filter((value) => value !== '')
      .map((value) => ({ value, label: labelFor(value) }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
    const least = id === 'tag' ? 1 : 2;
    const isOffered = options.length >= least || filter[id] !== '';
    return isOffered ? [{ id, label, all: t('All'), value: filter[id], options }] : [];
  };
  const names = new Map(accounts.map(({ value, label }) => [value, label] as const));
  const tags = servers.flatMap((server) => server.tags);
  const providers = servers.map(({ provider }) => provider);
  const regions = servers.map(({ region }) => region);
  return [
    ...of('account', t('Account'), [...names.keys()], (id) => names.get(id) ?? id),
    ...of('tag', t('Tag'), tags, toVisible),
    ...of('provider', t('Provider'), providers, nameProviderOf),
    ...of('region', t('Region'), regions, nameRegion),
  ];
}

export function toSubtitle(sources: FleetSources, shown: number, all: number): string {
  const { accounts } = sources;
  if (shown < all) return t('{0} of {1} servers', formats.number(shown), formats.number(all));
  const count = formats.number(all);
  const listed = all === 1 ? t('1 server') : t('{0} servers', count);
  const servers = isUnchecked(listedAccounts(sources)) ? t('known servers: {0}', count) : listed;
  const [only] = accounts;
  const where =
    accounts.length === 1 && only ? only.label : t('{0} accounts', formats.number(accounts.length));
  return `${servers} · ${where}`;
}

export function isUnchecked({ checked, total }: Area): boolean {
  return checked < total;
}

export function listedAccounts({ accounts, knowledge }: FleetSources): Area {
  const listed = accounts.filter(({ value: account }) => {
    const list = knowledge.list(serversOf(account));
    return list?.isWhole && !list.isOutdated;
  });
  return { id: 'server', unit: 'account', checked: listed.length, total: accounts.length };
}

const shownDays = 90;

interface Ending {
  readonly reference: ResourceReference;
  readonly end: number;
  readonly validUntil: unknown;
}

/** The certificates that end, soonest first. */
function endingsOf(
  knowledge: Knowledge,
  isIn: (reference: ResourceReference) => boolean,
): readonly Ending[] {
  return knownCertificates(knowledge)
    .flatMap(({ reference, resource: { validUntil } }): Ending[] => {
      const end = isIn(reference) ? toTime(validUntil) : undefined;
      return end === undefined ? [] : [{ reference, end, validUntil }];
    })
    .toSorted((a, b) => a.end - b.end);
}

/**
 * When certificates end, day by day, and which weren't checked.
 * @param uncheckedOf describes what isn't known of some kinds.
 */
function toCertificates(
  sources: FleetSources,
  isIn: (reference: ResourceReference) => boolean,
  counts: CountRegistry,
  uncheckedOf: (...kinds: readonly string[]) => readonly string[],
): Section {
  const { knowledge, now } = sources;
  const endings = endingsOf(knowledge, isIn);
  const lastDay = startOfDay(now) + shownDays * dayMs;
  const expired = endings.filter(({ end }) => end < now);
  const later = endings.filter(({ end }) => end >= lastDay);
  const soon = endings.slice(expired.length, endings.length - later.length);
  const unread = certificatesOf(knowledge)
    .filter((each) => isIn(each) && !isRead(knowledge, each))
    .map((target) => ({ target }));
  const above = uncheckedOf('server', 'webApplication', 'domain');
  const isWhole = above.length + unread.length === 0;
  const days = soon.length > 0 ? [toDays(soon, now, counts)] : [];
  const soonTone = days[0]?.days[0]?.tone ?? 'quiet';
  const tile = (id: string, label: string, some: readonly Ending[], tone: Tone): CountItem =>
    toTile(counts.add(`certificate/${id}`, label, some.map(toItem), tone), isWhole);
  const notChecked = counts.add('certificate/unchecked', t('Not checked'), unread, 'warning');
  return {
    id: 'certificate',
    title: t('Certificates'),
    ...toNote([...above, ...uncheckedOf('sharedSsl', 'ssl')]),
    items: [
      tile('expired', t('Expired'), expired, 'bad'),
      tile('soon', t('Within 90 days'), soon, soonTone),
      tile('later', t('Later than 90 days'), later, 'good'),
      toTile(notChecked, above.length === 0),
      ...days,
    ],
    table: toTable(endings, sources, counts),
  };
}

function toItem({ reference, validUntil }: Ending) {
  return { target: reference, detail: toVisible(writeDay(validUntil)) };
}

function toDays(soon: readonly Ending[], now: number, counts: CountRegistry): DaysItem {
  const today = startOfDay(now);
  const byDay = [...group(soon, ({ end }) => Math.floor((end - today) / dayMs))];
  const most = Math.max(...byDay.map(([, { length }]) => length));
  const days = byDay.map(([day, own]): DaysItem['days'][number] => {
    const date = formats.day(today + day * dayMs);
    const label =
      own.length === 1
        ? t('{0}: 1 certificate ends', date)
        : t('{0}: {1} certificates end', date, formats.number(own.length));
    const { id } = counts.add(`certificate/${day}`, label, own.map(toItem));
    const tone = day <= soonDays ? 'warning' : 'good';
    return { day, share: own.length / most, tone, button: { id, label } };
  });
  const axis = [0, 30, 60, 90].map((day) => t('Day {0}', day));
  return { type: 'days', label: t('Certificates: Next 90 Days'), length: shownDays, days, axis };
}

function toTable(
  endings: readonly Ending[],
  { pathOf }: FleetSources,
  counts: CountRegistry,
): Table {
  const rows = endings.map((ending) => {
    const { target, detail } = toItem(ending);
    const button = counts.link('certificate', target);
    const cells = [
      { text: toVisible(pathOf(target)), button },
      { text: detail, order: ending.end },
    ];
    return { id: toKey(target), cells, buttons: [] };
  });
  return { columns: [t('Certificate'), t('Ends')], first: 5, rows };
}
