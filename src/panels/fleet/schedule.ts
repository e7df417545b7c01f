import { group } from './certificates';
import type { FleetJob } from './jobs';
import {
  daysPerWeek,
  minutesPerDay,
  startOfDay,
  type Starts,
  startsOf,
} from '../../findings/schedules/starts';
import { dayMs } from '../../base/moment';
import type { TimeLine } from '../../pages/fleet/model';
import { slotMinutes, slotMs } from '../../pages/fleet/slots';

const hoursPerDay = 24;

/** When the lines begin: at the start of the current slot. */
export function startOfLines(now: number): number {
  return Math.floor(now / slotMs) * slotMs;
}

/** Runs in each hour of the coming week, starting on Monday. */
export function toHeat(jobs: readonly FleetJob[], now: number): readonly number[] {
  const heat = Array.from({ length: daysPerWeek * hoursPerDay }, () => 0);
  const firstDay = startOfDay(now);
  for (const [time, { length }] of group(jobs, (job) => job.time)) {
    const starts = startsOf(time, firstDay);
    if (!starts) continue;
    const perHour = Array.from({ length: hoursPerDay }, () => 0);
    for (const minute of starts.minutes) {
      const hour = Math.floor(minute / 60);
      perHour[hour] = (perHour[hour] ?? 0) + 1;
    }
    for (const day of starts.days) {
      const from = weekdayOf(firstDay, day) * hoursPerDay;
      perHour.forEach((count, hour) => {
        heat[from + hour] = (heat[from + hour] ?? 0) + count * length;
      });
    }
  }
  return heat;
}

/** A line for each server with runs in the next 24 hours. */
export function toLines(
  jobs: readonly FleetJob[],
  now: number,
  nameOf: (job: FleetJob) => string,
): readonly TimeLine[] {
  const counts = new Uint16Array(minutesPerDay);
  return [...group(jobs, ({ serverKey }) => serverKey)]
    .flatMap(([id, own]): TimeLine[] => {
      counts.fill(0);
      for (const [time, { length }] of group(own, (job) => job.time)) {
        forEachRun(time, now, (minute) => {
          counts[minute] = (counts[minute] ?? 0) + length;
        });
      }
      const [first] = own;
      const line = describeMinutes(counts);
      return first && line.runs > 0 ? [{ id, label: nameOf(first), ...line }] : [];
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
}

/** The jobs that start in an hour of a week, counted from Monday. */
export function jobsAt(
  jobs: readonly FleetJob[],
  hourOfWeek: number,
  now: number,
): readonly FleetJob[] {
  const firstDay = startOfDay(now);
  const hour = hourOfWeek % hoursPerDay;
  const weekday = Math.floor(hourOfWeek / hoursPerDay);
  return jobs.filter(({ time }) => {
    const starts = startsOf(time, firstDay);
    return (
      starts?.days.some((day) => weekdayOf(firstDay, day) === weekday) === true &&
      starts.minutes.some((minute) => Math.floor(minute / 60) === hour)
    );
  });
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

function describeMinutes(counts: Uint16Array): Pick<TimeLine, 'slots' | 'runs' | 'overlaps'> {
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
