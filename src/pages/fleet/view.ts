import type { FleetFilter, ScheduleFilter } from './model';
import type { FromPage } from '../protocol';
import type { FleetWords } from '../words';

/** How servers are sorted. */
export interface ServerSorting {
  readonly column: number;
  readonly isDescending: boolean;
}

export interface FleetView {
  readonly words: FleetWords;
  readonly sorting: ServerSorting;
  /** The text typed into the schedule's filter that isn't applied yet. */
  typed: string | undefined;
  /** How many servers are shown; the others follow on demand. */
  shownServers: number;
  /** A text of the page with its placeholders filled. */
  word(name: keyof FleetWords, ...values: readonly string[]): string;
  send(message: FromPage): void;
  sort(sorting: ServerSorting): void;
  filter(filter: FleetFilter): void;
  filterSchedule(schedule: ScheduleFilter): void;
  /** Lists the resources behind a number, below the section that it's in. */
  pick(id: string, section: string): void;
  /** Requests a hint about something and shows it, unless another hint was requested since. */
  hint(id: string, show: (text: string) => void): void;
  closeList(): void;
}
