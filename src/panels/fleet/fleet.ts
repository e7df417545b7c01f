import { type CountedResources, CountRegistry, toTableSection } from './counts';
import {
  type FleetJob,
  type FleetJobs,
  jobsOf,
  describeRunCount,
  jobsAt,
  jobsIn,
  startOfSlot,
  toHeat,
  toLines,
} from './schedule';
import { type FleetFilter, noFilter } from '../page/messages';
import { isUnchecked, listedAccounts, toFilters, toScope, toSections, toSubtitle } from './model';
import { describeArea, nameSeverity } from '../../findings/view/words';
import { type FleetServer, type FleetSources, passesFilter, fleetServersOf } from './servers';
import { startOfDay } from '../../findings/schedules';
import { collectionBelow, type Target, toKey } from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import type { PageFilter, PanelModel, Section } from '../../pages/model';
import { toUtcClock } from '../../base/moment';
import { formats, t } from '../../base/l10n';

/** How many rows of a table reach the page; copying includes the others. */
const mostRows = 5_000;
/** How many servers can be chosen from; drawing more takes longer than typing a part of a name. */
const mostChoices = 300;
const mostHinted = 5;

export class Fleet {
  #sources: FleetSources | undefined;
  #servers: readonly FleetServer[] = [];
  #filter = noFilter;
  #jobs: readonly FleetJob[] = [];
  #sections: readonly Section[] | undefined;
  #counts = new CountRegistry();
  #picked = '';

  /** Takes what is known now. */
  update(sources: FleetSources): void {
    this.#sources = sources;
    this.#servers = fleetServersOf(sources.knowledge);
    this.#sections = undefined;
  }

  get filter(): FleetFilter {
    return this.#filter;
  }

  setFilter(filter: FleetFilter): void {
    this.#filter = filter;
    this.#sections = undefined;
  }

  choose(id: string, value: string): void {
    this.#filter = { ...this.#filter, [id]: value };
    this.#picked = '';
    this.#sections = undefined;
  }

  /** Lists what a number counts; any other id closes the list. */
  pick(id: string): void {
    this.#picked = id;
  }

  /** Undefined before anything is known. */
  model(): PanelModel | undefined {
    const sources = this.#sources;
    if (!sources) return undefined;
    const sections = this.#draw(sources);
    const answer = this.#answer(sources);
    return {
      title: fleetTitle(),
      subtitle: toSubtitle(sources, this.#shown.length, this.#servers.length),
      isGrid: true,
      filters: toFilters(sources, this.#servers, this.#filter),
      buttons: [
        ...(sources.areas.some(isUnchecked) ? [{ id: 'checkNow', label: t('Check Now') }] : []),
        { id: 'copy', label: t('Copy as CSV…') },
      ],
      sections: sections.map((section) => ({
        ...shorten(section),
        ...(answer && this.#picked.startsWith(`${section.id}/`) ? { answer } : {}),
      })),
    };
  }

  /** A few words about what is behind something on the page, for a hint. */
  hint(id: string): string {
    const sources = this.#sources;
    const pick = this.#find(id);
    if (!sources || !pick) return '';
    const names = pick.items
      .slice(0, mostHinted)
      .map(({ target, detail }) => [target && sources.labelOf(target), detail]);
    const more = pick.items.length - names.length;
    return [
      pick.title,
      ...names.map((parts) => toVisible(parts.filter(Boolean).join(', '))),
      ...(more > 0 ? [t('{0} more', formats.number(more))] : []),
    ].join('\n');
  }

  /** The resource that a name on the page opens. */
  target(id: string): Target | undefined {
    return this.#counts.target(id);
  }

  /** All of a section as comma-separated values. */
  csv(id: string): string | undefined {
    const sources = this.#sources;
    const section = sources && this.#draw(sources).find((each) => each.id === id);
    return (
      section && toCsv(id === 'severity' ? toFindings(sources, this.#scope()) : toTable(section))
    );
  }

  #draw(sources: FleetSources): readonly Section[] {
    if (this.#sections) return this.#sections;
    this.#counts = new CountRegistry();
    const overview = toSections(sources, this.#shown, this.#scope(), this.#counts);
    this.#sections = [...overview, ...this.#drawSchedule(sources)];
    return this.#sections;
  }

  #answer({ pathOf }: FleetSources): Section | undefined {
    const pick = this.#find(this.#picked);
    if (!pick) return undefined;
    const isAbout = pick.items.some(({ target }) => target);
    const hasDetails = isAbout && pick.items.some(({ detail }) => detail);
    const rows = pick.items.slice(0, mostRows).map(({ target, detail = '' }, index) => ({
      id: target ? toKey(target) : String(index),
      cells: [
        ...(target
          ? [{ text: toVisible(pathOf(target)), button: this.#counts.link('answer', target) }]
          : [{ text: detail }]),
        ...(hasDetails ? [{ text: toVisible(detail) }] : []),
      ],
    }));
    const columns = [isAbout ? t('Resource') : t('Area'), ...(hasDetails ? [t('Details')] : [])];
    const section = toTableSection(`answer/${this.#picked}`, pick.title, columns, rows);
    const buttons = [{ id: 'close', label: t('Close') }];
    return shorten({ ...section, buttons }, pick.items.length);
  }

  #serverFilter(labelOf: FleetSources['labelOf']): readonly PageFilter[] {
    const { server } = this.#filter;
    const isLarge = this.#shown.length > mostChoices;
    if (isLarge && server === '') return [];
    const offered = isLarge ? this.#shown.filter(({ key }) => key === server) : this.#shown;
    const options = offered.map(({ key, reference }) => ({
      value: key,
      label: toVisible(labelOf(reference)),
    }));
    return [{ id: 'server', label: t('Server'), all: t('All'), value: server, options }];
  }

  /** When cron jobs run. */
  #drawSchedule(sources: FleetSources): readonly Section[] {
    const { knowledge, now, labelOf } = sources;
    const keys = new Set(this.#shown.map(({ key }) => key));
    const found = jobsOf(knowledge, keys, this.#filter, startOfDay(now), labelOf);
    this.#jobs = found.jobs;
    const unchecked = this.#shown.filter(({ reference }) => {
      const list = knowledge.list(collectionBelow(reference, 'cronJob'));
      return !list?.isWhole || list.isOutdated;
    });
    const notes = describeJobs(found, [unchecked.length, this.#shown.length], sources);
    const { user, text } = this.#filter;
    return [
      {
        ...toHeat(found.jobs, now),
        note: [...notes, t('Times if servers use UTC')].join(' · '),
        filters: [
          ...this.#serverFilter(labelOf),
          {
            id: 'user',
            label: t('User'),
            all: t('All'),
            value: user,
            options: found.users.map((value) => ({ value, label: toVisible(value) })),
          },
          { id: 'text', label: t('Filter'), value: text },
        ],
      },
      toLines(found.jobs, now, labelOf, this.#counts),
    ];
  }

  #find(id: string): CountedResources | undefined {
    if (!this.#sources) return undefined;
    this.#draw(this.#sources);
    const [, what, rest = ''] = /^(heat|slot)\/(.*)$/.exec(id) ?? [];
    if (what === 'heat') return this.#findHour(Number(rest), this.#sources);
    if (what === 'slot') {
      const at = rest.lastIndexOf('/');
      return this.#findSlot(rest.slice(0, at), Number(rest.slice(at + 1)), this.#sources);
    }
    return this.#counts.find(id);
  }

  #findHour(hourOfWeek: number, { now }: FleetSources): CountedResources {
    const { jobs, runs } = jobsAt(this.#jobs, hourOfWeek, now);
    return {
      title: `${describeRunCount(runs)} · ${countJobs(jobs.length)}`,
      items: jobs.map(({ reference, time, user }) => ({
        target: reference,
        detail: [time, user].filter(Boolean).join(', '),
      })),
    };
  }

  #findSlot(
    serverKey: string,
    slot: number,
    { now, labelOf }: FleetSources,
  ): CountedResources | undefined {
    const found = jobsIn(this.#jobs, serverKey, slot, now);
    const [first] = found;
    return (
      first && {
        title: t(
          '{0}, {1} UTC',
          toVisible(labelOf(first.job.server)),
          toUtcClock(startOfSlot(now, slot)),
        ),
        items: found.map(({ job, starts }) => ({
          target: job.reference,
          detail: starts.map(toUtcClock).join(' '),
        })),
      }
    );
  }

  get #shown(): readonly FleetServer[] {
    return this.#servers.filter((server) => passesFilter(server, this.#filter));
  }

  #scope(): (target: Target) => boolean {
    return toScope(this.#shown, this.#filter);
  }
}

export function fleetTitle(): string {
  return t('Fleet Overview');
}

/** Keeps as many rows as a page can take. @param total how many rows there are. */
function shorten(section: Section, total = section.table?.rows.length ?? 0): Section {
  const { table, note = '' } = section;
  if (!table || total <= mostRows) return section;
  const more = t('{0} more', formats.number(total - mostRows));
  return {
    ...section,
    note: [note, more].filter(Boolean).join(' · '),
    table: { ...table, rows: table.rows.slice(0, mostRows) },
  };
}

function describeJobs(
  { jobs, disabled, unclear }: FleetJobs,
  [unchecked, servers]: readonly [number, number],
  sources: FleetSources,
): readonly string[] {
  const accounts = listedAccounts(sources);
  return [
    countJobs(jobs.length),
    ...(disabled > 0 ? [t('{0} disabled (not shown)', formats.number(disabled))] : []),
    ...(unclear > 0
      ? [t('{0} with an unclear schedule (not shown)', formats.number(unclear))]
      : []),
    ...(unchecked > 0
      ? [t('not checked: {0} of {1} servers', formats.number(unchecked), formats.number(servers))]
      : []),
    ...(isUnchecked(accounts) ? [t('not checked: {0}', describeArea(accounts))] : []),
  ];
}

function countJobs(count: number): string {
  return count === 1 ? t('1 cron job') : t('{0} cron jobs', formats.number(count));
}

type CopiedTable = readonly (readonly (string | number)[])[];

/** Rows as comma-separated values. Text that a spreadsheet would run as a formula stays text. */
function toCsv(rows: CopiedTable): string {
  return rows.map((row) => row.map(toField).join(',')).join('\r\n');
}

function toField(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Columns of lines are left out: they have no text. */
function toTable({ items, table }: Section): CopiedTable {
  const hasText = (_: unknown, column: number): boolean => !table?.rows[0]?.cells[column]?.line;
  return [
    ...items.flatMap((item): CopiedTable => {
      if (item.type === 'count') return [[item.label, item.value]];
      if (item.type !== 'week') return [];
      return item.days.flatMap(({ name, hours }) =>
        hours.map(({ count }, hour) => [name, hour, count]),
      );
    }),
    ...(table
      ? [table.columns, ...table.rows.map(({ cells }) => cells.map(({ text }) => text))].map(
          (row) => row.filter(hasText),
        )
      : []),
  ];
}

function toFindings(
  { findings, pathOf }: FleetSources,
  isShown: (target: Target) => boolean,
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
