/** The five cron fields in the order in which `time` joins them (API §2.3). */
export const cronFieldNames = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

/** The five cron fields of a job (API §2.3). */
export type CronFields = Record<(typeof cronFieldNames)[number], string>;

/** Joins the fields with single spaces, as the service does (API §2.3). */
export function joinTime(fields: CronFields): string {
  return cronFieldNames.map((name) => fields[name]).join(' ');
}

/** True if a `time` survives splitting and rejoining: five fields joined by single spaces. */
export function isFiveFields(time: string): boolean {
  return /^\S+(?: \S+){4}$/.test(time);
}

/** Splits `time` into its fields; missing fields are empty. */
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
