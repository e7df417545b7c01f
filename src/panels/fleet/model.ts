import { namePhp, nameProvider } from '../../resources/names/constants';
import { toCertificates } from './certificates';
import { type Count, type CountRegistry, group, toNote, toShares, toTile } from './counts';
import {
  type FleetServer,
  type FleetSources,
  nameState,
  serverStates,
  stateTones,
  toServers,
} from './servers';
import type { Area } from '../../findings/areas';
import { severities, type Severity } from '../../findings/finding';
import { findPhpSupport } from '../../findings/phpSupport';
import type { FleetFilter } from '../page/messages';
import { type ResourceReference, type Target, serverOf, toKey } from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import type { Filter, Section, Tone } from '../../pages/model';
import { formats, t } from '../../base/l10n';

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
  const { areas, describeUnchecked } = sources;
  const unchecked = areas.filter(isUnchecked);
  const unlisted = [listedAccounts(sources), ...areas.filter(({ id }) => id !== 'server')];
  const uncheckedOf = (...kinds: readonly string[]): readonly string[] =>
    unlisted.filter((area) => kinds.includes(area.id) && isUnchecked(area)).map(describeUnchecked);
  const providerOf = (provider: string): string => toVisible(nameProvider(provider));
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
      ...toShares(
        'php',
        t('PHP Versions'),
        [t('PHP version'), t('Web Applications')],
        countPhp(sources, isShown, counts),
      ),
      ...toNote(uncheckedOf('server', 'webApplication')),
    },
    toShares(
      'provider',
      t('Providers'),
      [t('Provider'), t('Servers')],
      countBy('provider', servers, providerOf, counts),
    ),
    toShares(
      'region',
      t('Regions'),
      [t('Region'), t('Servers')],
      countBy('region', servers, nameRegion, counts),
    ),
  ];
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

function countBy(
  name: 'provider' | 'region',
  servers: readonly FleetServer[],
  labelFor: (value: string) => string,
  counts: CountRegistry,
): readonly Count[] {
  const groups = [...group(servers, (server) => server[name])].map(([value, own]) =>
    counts.add(
      `${name}/${value}`,
      value === '' ? t('Not checked') : labelFor(value),
      own.map(({ reference }) => ({ target: reference })),
      value === '' ? 'quiet' : 'good',
    ),
  );
  return largestFirst(groups);
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
  { findings, nameSeverity, describeUnchecked }: FleetSources,
  unchecked: FleetSources['areas'],
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
  return largestFirst(
    [...byVersion].map(([name, own]) => {
      const support = findPhpSupport(name, now);
      const version = toVisible(namePhp(name));
      const isOver = support?.isOver === true;
      const known = name === '' ? 'quiet' : 'good';
      const label = isOver ? t('{0} (no security fixes)', version) : version;
      return counts.add(
        `php/${name}`,
        name === '' ? t('Not checked') : label,
        own.map(({ reference }) => ({ target: reference })),
        isOver ? 'warning' : known,
      );
    }),
  );
}

export function toFilters(
  { accounts }: FleetSources,
  servers: readonly FleetServer[],
  filter: FleetFilter,
): readonly Filter[] {
  const of = (
    id: 'account' | 'tag' | 'provider' | 'region',
    label: string,
    values: readonly string[],
    labelFor: (value: string) => string,
  ): readonly Filter[] => {
    const options = [...new Set(values)]
      .filter((value) => value !== '')
      .map((value) => ({ value, label: labelFor(value) }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
    const least = id === 'tag' ? 1 : 2;
    const isOffered = options.length >= least || filter[id] !== '';
    return isOffered ? [{ id, label, all: t('All'), value: filter[id], options }] : [];
  };
  const names = new Map(accounts.map(({ value, label }) => [value, label] as const));
  return [
    ...of('account', t('Account'), [...names.keys()], (id) => names.get(id) ?? id),
    ...of(
      'tag',
      t('Tag'),
      servers.flatMap(({ tags }) => tags),
      toVisible,
    ),
    ...of(
      'provider',
      t('Provider'),
      servers.map(({ provider }) => provider),
      (provider) => toVisible(nameProvider(provider)),
    ),
    ...of(
      'region',
      t('Region'),
      servers.map(({ region }) => region),
      nameRegion,
    ),
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
    const list = knowledge.list({ account, kind: 'server', parents: [] });
    return list?.isWhole && !list.isOutdated;
  });
  return { id: 'server', unit: 'account', checked: listed.length, total: accounts.length };
}

function largestFirst(counts: readonly Count[]): readonly Count[] {
  const isLast = ({ id }: Count): number => (id.endsWith('/') ? 1 : 0);
  return counts.toSorted(
    (a, b) => isLast(a) - isLast(b) || b.count - a.count || a.label.localeCompare(b.label),
  );
}
