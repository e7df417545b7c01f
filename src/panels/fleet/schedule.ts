import { type CountRegistry, toTableSection } from './counts';
import { group } from '../../base/group';
import {
  daysPerWeek,
  minutesPerDay,
  startOfDay,
  type Starts,
  startsOf,
} from '../../findings/schedules';
import { dayMs, minuteMs } from '../../base/moment';
import { toVisible } from '../../base/foreignText';
import type { Section, WeekItem } from '../../pages/model';
import {
  type Target,
  type ResourceReference,
  serverOf,
  toKey,
  itemOf,
} from '../../resources/reference';
import { formats, t } from '../../base/l10n';
import type { Knowledge } from '../../findings/knowledge';
import type { FleetFilter } from '../page/messages';

/** A cron job that starts at known times. */
export interface FleetJob {
  readonly reference: ResourceReference;
  readonly server: ResourceReference;
  readonly serverKey: string;
  readonly label: string;
  readonly user: string;
  readonly time: string;
}

/** The cron jobs that a schedule is drawn from, and those that it can't show. */
export interface FleetJobs {
  readonly jobs: readonly FleetJob[];
  readonly disabled: number;
  /** Jobs with schedules that cron rejects or that don't have five fields. */
  readonly unclear: number;
  readonly users: readonly string[];
}

/** The jobs that pass a filter. @param servers the keys of those that are shown. */
export function jobsOf(
  knowledge: Knowledge,
  servers: ReadonlySet<string>,
  filter: FleetFilter,
  firstDay: number,
  labelOf: (server: ResourceReference) => string,
): FleetJobs {
  const jobs: FleetJob[] = [];
  const users = new Set<string>();
  let disabled = 0;
  let unclear = 0;
  const wanted = filter.text.trim().toLowerCase();
  for (const { collection, items } of knowledge.lists('cronJob')) {
    const server = serverOf(collection);
    const serverKey = server && toKey(server);
    if (!serverKey || !servers.has(serverKey)) continue;
    const name = labelOf(server);
    for (const item of items) {
      const user = textOf(item['username']);
      users.add(user);
      if (filter.server !== '' && filter.server !== serverKey) continue;
      if (filter.user !== '' && filter.user !== user) continue;
      const label = textOf(item['label']);
      const time = textOf(item['time']);
      if (!`${label}\n${user}\n${time}\n${name}`.toLowerCase().includes(wanted)) continue;
      if (item['enabled'] === 0) disabled += 1;
      else if (!startsOf(time, firstDay)) unclear += 1;
      else {
        const reference = itemOf(collection, item);
        jobs.push({ reference, server, serverKey, label, user, time });
      }
    }
  }
  users.delete('');
  return { jobs, disabled, unclear, users: [...users].toSorted() };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const hoursPerDay = 24;
const monday = Date.UTC(2024, 0, 1);
const slotMinutes = 10;
const slotMs = slotMinutes * minuteMs;

function startOfLines(now: number): number {
  return Math.floor(now / slotMs) * slotMs;
}

export function startOfSlot(now: number, slot: number): number {
  return startOfLines(now) + slot * slotMs;
}

export function describeRunCount(count: number): string {
  return count === 1 ? t('1 run') : t('{0} runs', formats.number(count));
}

/** Runs in each hour of the coming week. */
export function toHeat(jobs: readonly FleetJob[], now: number): Section {
  const title = t('Cron Jobs: Week');
  const heat = countRuns(jobs, now);
  const days = Array.from({ length: daysPerWeek }, (_, day): WeekItem['days'][number] => {
    const name = formats.weekday(monday + day * dayMs);
    const from = day * hoursPerDay;
    const hours = heat.slice(from, from + hoursPerDay).map((count, hour) => ({
      id: `heat/${from + hour}`,
      count,
      text: `${name} ${hour}:00: ${describeRunCount(count)}`,
    }));
    return { name, hours };
  });
  return {
    id: 'heat',
    title,
    isWide: true,
    items: jobs.length > 0 ? [{ type: 'week', label: title, days }] : [],
    empty: t('No known runs.'),
  };
}

/** The number of runs in each hour of the coming week, starting on Monday. */
function countRuns(jobs: readonly FleetJob[], now: number): readonly number[] {
  const heat = Array.from({ length: daysPerWeek * hoursPerDay }, () => 0);
  const firstDay = startOfDay(now);
  for (const [time, { length }] of group(jobs, (job) => job.time)) {
    const { days = [], minutes = [] } = startsOf(time, firstDay) ?? {};
    for (const day of days) {
      const midnight = weekdayOf(firstDay, day) * hoursPerDay;
      for (const minute of minutes) {
        const hour = midnight + Math.floor(minute / 60);
        heat[hour] = (heat[hour] ?? 0) + length;
      }
    }
  }
  return heat;
}

/** A line for each server with runs in the next 24 hours. */
export function toLines(
  jobs: readonly FleetJob[],
  now: number,
  labelOf: (target: Target) => string,
  links: CountRegistry,
): Section {
  const rows = [...group(jobs, ({ serverKey }) => serverKey).values()]
    .flatMap((own) => toLine(own, now, labelOf, links))
    .toSorted((a, b) =>
      a.cells[0].text.localeCompare(b.cells[0].text, undefined, { numeric: true }),
    );
  const columns = [t('Server'), t('Starts'), t('Runs'), t('Minutes with several runs')];
  const section = toTableSection('slot', t('Cron Jobs: Next 24 Hours'), columns, rows);
  return { ...section, isWide: true, empty: t('No known runs.') };
}

/** The row of a server with the runs of its own jobs, if there are any. */
function toLine(
  own: readonly FleetJob[],
  now: number,
  labelOf: (target: Target) => string,
  links: CountRegistry,
) {
  const counts = new Uint16Array(minutesPerDay);
  for (const [time, { length }] of group(own, (job) => job.time)) {
    forEachRun(time, now, (minute) => {
      counts[minute] = (counts[minute] ?? 0) + length;
    });
  }
  const [first] = own;
  const { slots, runs, overlaps } = describeMinutes(counts);
  if (!first || runs === 0) return [];
  const { server, serverKey: id } = first;
  const line = { id: `slot/${id}`, slots, from: startOfLines(now) };
  const name = { text: toVisible(labelOf(server)), button: links.link('slot', server) };
  const cells = [
    name,
    { text: '', order: slots.search(/[12]/), line },
    { text: formats.number(runs), order: runs },
    { text: formats.number(overlaps), order: overlaps },
  ] as const;
  return [{ id, cells }];
}

/** The jobs that start in an hour of a week, counted from Monday, and how often they do. */
export function jobsAt(
  jobs: readonly FleetJob[],
  hourOfWeek: number,
  now: number,
): { readonly jobs: readonly FleetJob[]; readonly runs: number } {
  const firstDay = startOfDay(now);
  const hour = hourOfWeek % hoursPerDay;
  const weekday = Math.floor(hourOfWeek / hoursPerDay);
  let runs = 0;
  const found = jobs.filter(({ time }) => {
    const starts = startsOf(time, firstDay);
    if (!starts?.days.some((day) => weekdayOf(firstDay, day) === weekday)) return false;
    const { length } = starts.minutes.filter((minute) => Math.floor(minute / 60) === hour);
    runs += length;
    return length > 0;
  });
  return { jobs: found, runs };
}

/** The jobs of a server that start in a slot of its line, with the minutes in which they do. */
export function jobsIn(
  jobs: readonly FleetJob[],
  server: string,
  slot: number,
  now: number,
): readonly { readonly job: FleetJob; readonly starts: readonly number[] }[] {
  const from = startOfLines(now);
  return jobs
    .filter(({ serverKey }) => serverKey === server)
    .flatMap((job) => {
      const starts: number[] = [];
      forEachRun(job.time, now, (minute) => {
        if (Math.floor(minute / slotMinutes) === slot) starts.push(from + minute * 60_000);
      });
      return starts.length > 0 ? [{ job, starts }] : [];
    });
}

/** Calls back with each minute in which a schedule starts a job, counted from the lines' start. */
function forEachRun(time: string, now: number, run: (minute: number) => void): void {
  const firstDay = startOfDay(now);
  const first = (startOfLines(now) - firstDay) / 60_000;
  const starts: Starts | undefined = startsOf(time, firstDay);
  if (!starts) return;
  const today = starts.days.includes(0);
  const tomorrow = starts.days.includes(1);
  for (const minute of starts.minutes) {
    if (minute >= first) {
      if (today) run(minute - first);
    } else if (tomorrow) run(minute + minutesPerDay - first);
  }
}

/** A digit for each slot, and how many runs there are, and minutes with more than one. */
function describeMinutes(counts: Uint16Array) {
  let slots = '';
  let runs = 0;
  let overlaps = 0;
  for (let from = 0; from < counts.length; from += slotMinutes) {
    let most = 0;
    for (let minute = from; minute < from + slotMinutes; minute += 1) {
      const count = counts[minute] ?? 0;
      runs += count;
      if (count > 1) overlaps += 1;
      if (count > most) most = count;
    }
    slots += String(Math.min(most, 2));
  }
  return { slots, runs, overlaps };
}

/** The weekday of a day since the first one; Monday is 0. */
function weekdayOf(firstDay: number, day: number): number {
  return (new Date(firstDay + day * dayMs).getUTCDay() + 6) % daysPerWeek;
}
