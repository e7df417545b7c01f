import { endingsOf, type CountedResources, CountRegistry } from './certificates';
import { type FleetJob, type FleetJobs, jobsOf } from './jobs';
import { noFilter, noScheduleFilter } from '../page/messages';
import { type FleetSources, isUnchecked, listedAccounts, toFleetModel, toScope } from './model';
import { jobsAt, jobsIn, startOfLines, toHeat, toLines } from './schedule';
import { type FleetServer, passesFilter, serversOf } from './servers';
import { describeArea } from '../../findings/view/words';
import { startOfDay } from '../../findings/schedules/starts';
import { type Target, toKey } from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import type {
  Count,
  FleetFilter,
  FleetModel,
  RowList,
  ScheduleFilter,
  ScheduleModel,
} from '../../pages/fleet/model';
import { toUtcClock } from '../../base/moment';
import { slotMs } from '../../pages/fleet/slots';
import { formats, t } from '../../base/l10n';

/** How many of the resources behind a number are listed. */
const mostPicked = 200;
/** How many jobs a hint names. */
const mostHinted = 5;

/** Content of the fleet page, without a request. */
export class Fleet {
  #sources: FleetSources | undefined;
  #servers: readonly FleetServer[] = [];
  #filter = noFilter;
  #scheduleFilter = noScheduleFilter;
  #jobs: FleetJobs = { jobs: [], disabled: 0, unclear: 0, users: [] };
  #model: FleetModel | undefined;
  #schedule: ScheduleModel | undefined;
  #counts = new CountRegistry();
  /** The targets of the shown rows. */
  readonly #targets = new Map<string, Target>();

  /** Takes what is known now. */
  update(sources: FleetSources): void {
    this.#sources = sources;
    this.#servers = serversOf(sources.knowledge);
    this.#model = undefined;
    this.#schedule = undefined;
  }

  get filters() {
    return { filter: this.#filter, schedule: this.#scheduleFilter };
  }

  setFilter(filter: FleetFilter): void {
    this.#filter = filter;
    this.#model = undefined;
    this.#schedule = undefined;
  }

  setScheduleFilter(filter: ScheduleFilter): void {
    this.#scheduleFilter = filter;
    this.#schedule = undefined;
  }

  /** Everything but the schedule; undefined before anything is known. */
  model(): FleetModel | undefined {
    if (!this.#sources) return undefined;
    if (!this.#model) {
      this.#counts = new CountRegistry();
      this.#model = toFleetModel(this.#sources, this.#servers, this.#filter, this.#counts);
      for (const { reference, key } of this.#servers) this.#targets.set(key, reference);
      for (const { reference } of this.#endings()) this.#targets.set(toKey(reference), reference);
    }
    return this.#model;
  }

  /** When cron jobs run; undefined before anything is known. */
  schedule(): ScheduleModel | undefined {
    this.#schedule ??= this.#sources && this.#draw(this.#sources);
    return this.#schedule;
  }

  /** The resources behind what was selected. */
  list(id: string): RowList | undefined {
    const sources = this.#sources;
    const pick = this.#find(id);
    if (!sources || !pick) return undefined;
    const rows = pick.items.slice(0, mostPicked).map(({ target, detail = '' }) => {
      const key = toKey(target);
      this.#targets.set(key, target);
      return { id: key, name: toVisible(sources.pathOf(target)), detail: toVisible(detail) };
    });
    return { id, title: pick.title, rows, more: pick.items.length - rows.length };
  }

  /** A few words about what is behind something on the page, for a hint. */
  hint(id: string): string {
    const sources = this.#sources;
    const pick = this.#find(id);
    if (!sources || !pick) return '';
    const names = pick.items
      .slice(0, mostHinted)
      .map(({ target, detail }) => [sources.labelOf(target), detail].filter(Boolean).join(', '));
    const more = pick.items.length - names.length;
    return [
      pick.title,
      ...names.map((name) => toVisible(name)),
      ...(more > 0 ? [t('{0} more', formats.number(more))] : []),
    ].join('\n');
  }

  /** The target of a row. */
  target(id: string): Target | undefined {
    return this.#targets.get(id);
  }

  /** All of a section as comma-separated values. */
  csv(id: string): string | undefined {
    const [sources, model, schedule] = [this.#sources, this.model(), this.schedule()];
    if (!sources || !model || !schedule) return undefined;
    const rows = toTable(id, sources, this.#scope(), model, schedule);
    return rows && toCsv(rows);
  }

  #draw(sources: FleetSources): ScheduleModel {
    const { knowledge, now, labelOf } = sources;
    const shown = this.#servers.filter((server) => passesFilter(server, this.#filter));
    const isShown = this.#scope();
    const keys = new Map(this.#servers.map(({ key, reference }) => [key, reference] as const));
    const isKeyShown = (key: string): boolean => {
      const server = keys.get(key);
      return server !== undefined && isShown(server);
    };
    this.#jobs = jobsOf(knowledge, isKeyShown, this.#scheduleFilter, startOfDay(now));
    const { jobs, users } = this.#jobs;
    const names = new Map<string, string>();
    const nameOf = ({ server, serverKey }: FleetJob): string => {
      const name = names.get(serverKey) ?? toVisible(labelOf(server));
      names.set(serverKey, name);
      return name;
    };
    return {
      filter: this.#scheduleFilter,
      servers: shown.map(({ key, reference }) => ({
        value: key,
        label: toVisible(labelOf(reference)),
      })),
      users: users.map((value) => ({ value, label: toVisible(value) })),
      notes: describeJobs(this.#jobs, this.#uncheckedServers(shown, sources), sources),
      heat: toHeat(jobs, now),
      lines: toLines(jobs, now, nameOf),
      from: startOfLines(now),
    };
  }

  /** How many servers have unknown jobs, and how many servers there are. */
  #uncheckedServers(
    servers: readonly FleetServer[],
    { knowledge }: FleetSources,
  ): readonly [unchecked: number, all: number] {
    const unchecked = servers.filter(({ reference: { account, ids } }) => {
      const list = knowledge.list({ account, kind: 'cronJob', parents: ids });
      return !list?.isWhole || list.isOutdated;
    });
    return [unchecked.length, servers.length];
  }

  #find(id: string): CountedResources | undefined {
    this.model();
    this.schedule();
    const [, what, rest = ''] = /^(heat|slot)\/(.*)$/.exec(id) ?? [];
    if (what === 'heat') return this.#findHour(Number(rest));
    if (what === 'slot') {
      const at = rest.lastIndexOf('/');
      return this.#findSlot(rest.slice(0, at), Number(rest.slice(at + 1)));
    }
    return this.#counts.find(id);
  }

  #findHour(hourOfWeek: number): CountedResources | undefined {
    if (!this.#sources) return undefined;
    const { now } = this.#sources;
    const jobs = jobsAt(this.#jobs.jobs, hourOfWeek, now);
    const runs = this.schedule()?.heat[hourOfWeek] ?? 0;
    return {
      title: t('{0} runs of {1} jobs', formats.number(runs), formats.number(jobs.length)),
      items: jobs.map(({ reference, time, user }) => ({
        target: reference,
        detail: [time, user].filter(Boolean).join(', '),
      })),
    };
  }

  #findSlot(server: string, slot: number): CountedResources | undefined {
    const target = this.#targets.get(server);
    if (!this.#sources || !target) return undefined;
    const { now, labelOf } = this.#sources;
    const at = startOfLines(now) + slot * slotMs;
    const found = jobsIn(this.#jobs.jobs, server, slot, now);
    return {
      title: t('{0}, {1} UTC', toVisible(labelOf(target)), toUtcClock(at)),
      items: found.map(({ job, starts }) => ({
        target: job.reference,
        detail: starts.map(toUtcClock).join(' '),
      })),
    };
  }

  #endings() {
    return this.#sources ? endingsOf(this.#sources.knowledge, this.#scope()) : [];
  }

  #scope(): (target: Target) => boolean {
    return toScope(
      this.#servers.filter((server) => passesFilter(server, this.#filter)),
      this.#filter,
    );
  }
}

function describeJobs(
  { jobs, disabled, unclear }: FleetJobs,
  [unchecked, servers]: readonly [number, number],
  sources: FleetSources,
): readonly string[] {
  const accounts = listedAccounts(sources);
  const count = (value: number): string => formats.number(value);
  return [
    jobs.length === 1 ? t('1 cron job') : t('{0} cron jobs', count(jobs.length)),
    ...(disabled > 0 ? [t('{0} disabled (not shown)', count(disabled))] : []),
    ...(unclear > 0 ? [t('{0} with an unclear schedule (not shown)', count(unclear))] : []),
    ...(unchecked > 0
      ? [t('not checked: {0} of {1} servers', count(unchecked), count(servers))]
      : []),
    ...(isUnchecked(accounts) ? [t('not checked: {0}', describeArea(accounts))] : []),
  ];
}

/** Rows as comma-separated values. Text that a spreadsheet would run as a formula stays text. */
function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.map(toField).join(',')).join('\r\n');
}

function toField(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type IsShown = (target: Target) => boolean;

type CopiedTable = readonly (readonly (string | number)[])[];

/** All of a section as rows below a heading; undefined if it has no table. */
function toTable(
  id: string,
  sources: FleetSources,
  isShown: IsShown,
  model: FleetModel,
  schedule: ScheduleModel,
): CopiedTable | undefined {
  switch (id) {
    case 'states':
      return toCounts([t('State'), t('Servers')], model.states);
    case 'providers':
      return toCounts([t('Provider'), t('Servers')], model.providers);
    case 'regions':
      return toCounts([t('Region'), t('Servers')], model.regions);
    case 'php':
      return toCounts([t('PHP version'), t('Web Applications')], model.php);
    case 'findings':
      return toFindings(sources, isShown);
    case 'certificates':
      return toEndings(sources, isShown);
    case 'servers':
      return [
        [t('Server'), t('State'), t('Memory'), t('Disk'), t('Load average')],
        ...model.servers.map(({ name, state, uses }) => [
          name,
          state,
          ...uses.map((use) => use?.text ?? t('Not checked')),
        ]),
      ];
    case 'heat':
      return [
        [t('Hour of the week (UTC, from Monday)'), t('Runs')],
        ...schedule.heat.map((runs, hour) => [hour, runs]),
      ];
    case 'lines':
      return [
        [t('Server'), t('Runs'), t('Minutes with several runs')],
        ...schedule.lines.map(({ label, runs, overlaps }) => [label, runs, overlaps]),
      ];
    default:
      return undefined;
  }
}

function toCounts(heading: readonly string[], counts: readonly Count[]): CopiedTable {
  return [heading, ...counts.map(({ label, count }) => [label, count])];
}

function toFindings(
  { findings, nameSeverity, pathOf }: FleetSources,
  isShown: IsShown,
): CopiedTable {
  return [
    [t('Severity'), t('Resource'), t('Finding')],
    ...findings
      .filter(({ target }) => isShown(target))
      .map(({ severity, target, sentence }) => [
        nameSeverity(severity),
        pathOf(target),
        sentence(),
      ]),
  ];
}

function toEndings({ knowledge, pathOf }: FleetSources, isShown: IsShown): CopiedTable {
  return [
    [t('Certificate'), t('Ends')],
    ...endingsOf(knowledge, isShown).map(({ reference, end }) => [
      pathOf(reference),
      new Date(end).toISOString(),
    ]),
  ];
}
