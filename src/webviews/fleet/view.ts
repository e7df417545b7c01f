import type { FleetFilter, FleetWord, FleetWords, FromFleet, ScheduleFilter } from './protocol';

/** What servers are sorted by. */
export interface ServerSorting {
  readonly column: number;
  readonly isDescending: boolean;
}

/** What the parts of the page are drawn from and call back. */
export interface FleetView {
  readonly words: FleetWords;
  readonly sorting: ServerSorting;
  /** What is typed into the schedule's filter and isn't applied yet. */
  typed: string | undefined;
  /** A text of the page with its placeholders filled. */
  word(name: FleetWord, ...values: readonly string[]): string;
  send(message: FromFleet): void;
  sort(sorting: ServerSorting): void;
  filter(filter: FleetFilter): void;
  filterSchedule(schedule: ScheduleFilter): void;
  /** Lists the resources behind a number, below the section that it's in. */
  pick(id: string, section: string): void;
  /** Asks what is behind something, and shows it unless something else was asked since. */
  hint(id: string, show: (text: string) => void): void;
  closeList(): void;
}
