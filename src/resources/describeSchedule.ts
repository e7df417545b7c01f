import { cronFieldNames, type CronFields } from './cronTime';
import type { Translate } from '../shared/translate';

/** A schedule in words, field by field: plain for the common forms, as written for the others. */
export function describeSchedule(fields: CronFields, t: Translate): string[] {
  return cronFieldNames.map((name) => describeField(fields[name], nameField(name, t), t));
}

/** What a person calls a cron field. */
export function nameField(field: keyof CronFields, t: Translate): string {
  switch (field) {
    case 'minute':
      return t('minute');
    case 'hour':
      return t('hour');
    case 'dayOfMonth':
      return t('day of the month');
    case 'month':
      return t('month');
    case 'dayOfWeek':
      return t('day of the week');
  }
}

function describeField(text: string, unit: string, t: Translate): string {
  if (text === '*') return t('every {0}', unit);
  const step = /^\*\/(\d+)$/.exec(text)?.[1];
  if (step) return t('every {0}th {1}', step, unit);
  const [, from, to] = /^(\w+)-(\w+)$/.exec(text) ?? [];
  if (from && to) return t('{0} {1} to {2}', unit, from, to);
  return t('{0} {1}', unit, text);
}
