import type { Tone } from '../model';

/** Which servers the page shows; empty texts stand for all. */
export interface FleetFilter {
  readonly account: string;
  readonly tag: string;
  readonly provider: string;
  readonly region: string;
}

/** Which cron jobs the schedule shows; empty texts stand for all. */
export interface ScheduleFilter {
  /** The key of a server. */
  readonly server: string;
  readonly user: string;
  readonly text: string;
}

/** One of the values of a filter. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A number that leads to the resources it counts. */
export interface Count {
  /** Identifies the counted resources in messages. */
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly tone: Tone;
}

/** How much of something a server uses. */
export interface Use {
  /** From 0 to 1: the length of the bar. */
  readonly share: number;
  readonly text: string;
  readonly tone: Tone;
}

/** A server and what it last reported. */
export interface ServerRow {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly tone: Tone;
  /** In the order of the columns; undefined if it wasn't checked. */
  readonly uses: readonly (Use | undefined)[];
}

/** A certificate and when it ends. */
interface CertificateRow {
  readonly id: string;
  readonly name: string;
  readonly ends: string;
}

/** When certificates end. */
export interface CertificatesModel {
  /** Before, after and beyond the days: expired, ending later, not checked. */
  readonly counts: readonly Count[];
  /** Describes each area that wasn't checked: there may be more certificates. */
  readonly unchecked: readonly string[];
  /** How many end on each of the coming days. */
  readonly days: readonly number[];
  /** The day of the first number, in milliseconds since the epoch. */
  readonly from: number;
  /** The certificates that end first. */
  readonly rows: readonly CertificateRow[];
  /** How many others there are. */
  readonly more: number;
}

/** Everything that the page shows except the schedule. All texts in it are safe to display. */
export interface FleetModel {
  readonly subtitle: string;
  readonly filter: FleetFilter;
  readonly choices: Readonly<Record<keyof FleetFilter, readonly Choice[]>>;
  readonly states: readonly Count[];
  readonly findings: readonly Count[];
  /** Describes each area that wasn't checked. */
  readonly unchecked: readonly string[];
  readonly certificates: CertificatesModel;
  readonly php: readonly Count[];
  /** Describes which web applications aren't known. */
  readonly phpUnchecked: readonly string[];
  readonly providers: readonly Count[];
  readonly regions: readonly Count[];
  readonly servers: readonly ServerRow[];
}

/** The runs of a server's cron jobs in the next 24 hours. */
export interface TimeLine {
  /** The server's key. */
  readonly id: string;
  readonly label: string;
  /** A digit for each ten minutes: 0 for no run, 1 for runs, 2 if several start at once. */
  readonly slots: string;
  readonly runs: number;
  /** How many minutes have more than one run. */
  readonly overlaps: number;
}

/** When cron jobs run. */
export interface ScheduleModel {
  readonly filter: ScheduleFilter;
  readonly servers: readonly Choice[];
  readonly users: readonly Choice[];
  /** Describes what is shown and what isn't. */
  readonly notes: readonly string[];
  /** Runs in each hour of a week, starting on Monday. */
  readonly heat: readonly number[];
  readonly lines: readonly TimeLine[];
  /** When the lines begin, in milliseconds since the epoch. */
  readonly from: number;
}

/** Resources behind a number. */
export interface RowList {
  /** The id of what was selected. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly detail: string;
  }[];
  /** How many others there are. */
  readonly more: number;
}
