import { namePhp, nameProvider } from '../../resources/names/constants';
import { group, type CountRegistry, toCertificates } from './certificates';
import {
  type FleetServer,
  passesFilter,
  nameState,
  serverStates,
  stateTones,
  toServerRows,
} from './servers';
import type { Area } from '../../findings/areas';
import { type Finding, severities, type Severity } from '../../findings/finding';
import type { Knowledge } from '../../findings/knowledge';
import { findPhpSupport } from '../../findings/phpSupport';
import { type ResourceReference, type Target, serverOf, toKey } from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import type { Choice, Count, FleetFilter, FleetModel } from '../../pages/fleet/model';
import type { Tone } from '../../pages/model';
import { formats, t } from '../../base/l10n';

export interface FleetSources {
  readonly knowledge: Knowledge;
  readonly findings: readonly Finding[];
  readonly areas: readonly Area[];
  readonly accounts: readonly Choice[];
  readonly now: number;
  /** A resource's name. */
  readonly labelOf: (target: Target) => string;
  /** The name with those of all ancestors. */
  readonly pathOf: (target: Target) => string;
  /** The name of a region by its code. */
  readonly regionOf: (code: string) => string;
  /** Describes what wasn't checked of an area. */
  readonly describeUnchecked: (area: Area) => string;
  readonly nameSeverity: (severity: Severity) => string;
}

const severityTones: Readonly<Record<Severity, Tone>> = {
  critical: 'bad',
  warning: 'warning',
  information: 'quiet',
};

/** Everything that the page shows except the schedule. */
export function toFleetModel(
  sources: FleetSources,
  all: readonly FleetServer[],
  filter: FleetFilter,
  counts: CountRegistry,
): FleetModel {
  const { knowledge, areas, labelOf, regionOf, describeUnchecked } = sources;
  const servers = all.filter((server) => passesFilter(server, filter));
  const isShown = toScope(servers, filter);
  const unchecked = areas.filter(isUnchecked);
  const unlisted = [listedAccounts(sources), ...areas.filter(({ id }) => id !== 'server')];
  const uncheckedOf = (...kinds: readonly string[]): readonly string[] =>
    unlisted.filter((area) => kinds.includes(area.id) && isUnchecked(area)).map(describeUnchecked);
  const byState = group(servers, ({ state }) => state);
  const countBy = (
    name: 'provider' | 'region',
    labelFor: (value: string) => string,
  ): readonly Count[] =>
    largestFirst(
      [...group(servers, (server) => server[name])].map(([value, own]) =>
        counts.add(
          `${name}/${value}`,
          value === '' ? t('Not checked') : labelFor(value),
          own.map(({ reference }) => ({ target: reference })),
          value === '' ? 'quiet' : 'good',
        ),
      ),
    );
  return {
    subtitle: describeServers(servers.length, all.length, sources),
    filter,
    choices: toChoices(all, sources),
    states: serverStates.map((state) =>
      counts.add(
        `state/${state}`,
        nameState(state),
        (byState.get(state) ?? []).map(({ reference }) => ({ target: reference })),
        stateTones[state],
      ),
    ),
    findings: countFindings(sources, isShown, counts),
    unchecked: unchecked.map(describeUnchecked),
    certificates: toCertificates(knowledge, isShown, counts, { ...sources, uncheckedOf }),
    php: countPhp(sources, isShown, counts),
    phpUnchecked: uncheckedOf('server', 'webApplication'),
    providers: countBy('provider', (provider) => toVisible(nameProvider(provider))),
    regions: countBy('region', regionOf),
    servers: toServerRows(servers, labelOf),
  };
}

/** Without a filter, all targets are shown. */
export function toScope(
  servers: readonly FleetServer[],
  filter: FleetFilter,
): (target: Target) => boolean {
  if (Object.values(filter).every((value) => value === '')) return () => true;
  const keys = new Set(servers.map(({ key }) => key));
  return (target) => {
    const server = serverOf(target);
    return server !== undefined && keys.has(toKey(server));
  };
}

function countFindings(
  { findings, nameSeverity }: FleetSources,
  isShown: (target: Target) => boolean,
  counts: CountRegistry,
): readonly Count[] {
  const bySeverity = group(
    findings.filter(({ target }) => isShown(target)),
    ({ severity }) => severity,
  );
  return severities.map((severity) =>
    counts.add(
      `severity/${severity}`,
      nameSeverity(severity),
      (bySeverity.get(severity) ?? []).map(({ target, sentence }) => ({
        target,
        detail: sentence(),
      })),
      severityTones[severity],
    ),
  );
}

/** Web applications by PHP version. */
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

function toChoices(
  servers: readonly FleetServer[],
  { accounts, regionOf }: FleetSources,
): FleetModel['choices'] {
  const of = (values: readonly string[], labelFor: (value: string) => string): readonly Choice[] =>
    [...new Set(values)]
      .filter((value) => value !== '')
      .map((value) => ({ value, label: labelFor(value) }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
  return {
    account: accounts,
    tag: of(
      servers.flatMap(({ tags }) => tags),
      toVisible,
    ),
    provider: of(
      servers.map(({ provider }) => provider),
      (provider) => toVisible(nameProvider(provider)),
    ),
    region: of(
      servers.map(({ region }) => region),
      regionOf,
    ),
  };
}

function describeServers(shown: number, all: number, sources: FleetSources): string {
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

/** True if something of an area isn't known. */
export function isUnchecked({ checked, total }: Area): boolean {
  return checked < total;
}

/** How many accounts' servers are all known. */
export function listedAccounts({ accounts, knowledge }: FleetSources): Area {
  const listed = accounts.filter(({ value: account }) => {
    const list = knowledge.list({ account, kind: 'server', parents: [] });
    return list?.isWhole && !list.isOutdated;
  });
  return { id: 'server', unit: 'account', checked: listed.length, total: accounts.length };
}

/** Largest first, unknown last. */
function largestFirst(counts: readonly Count[]): readonly Count[] {
  const isLast = ({ id }: Count): number => (id.endsWith('/') ? 1 : 0);
  return counts.toSorted(
    (a, b) => isLast(a) - isLast(b) || b.count - a.count || a.label.localeCompare(b.label),
  );
}
