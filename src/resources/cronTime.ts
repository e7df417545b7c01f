/** The five cron fields in the order in which `time` joins them (reference §2.3). */
export const cronFieldNames = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

/** The five cron fields of a job (reference §2.3). */
export type CronFields = Record<(typeof cronFieldNames)[number], string>;

/** Joins the fields by single spaces, as the service does (reference §2.3). */
export function joinTime(fields: CronFields): string {
  return cronFieldNames.map((name) => fields[name]).join(' ');
}

/** Splits `time` into its fields; a field that is not there is empty. */
export function splitTime(time: string): CronFields {
  const parts = time.trim().split(/\s+/);
  return {
    minute: parts[0] ?? '',
    hour: parts[1] ?? '',
    dayOfMonth: parts[2] ?? '',
    month: parts[3] ?? '',
    dayOfWeek: parts[4] ?? '',
  };
}
