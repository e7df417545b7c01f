import { cronFieldNames, type CronFields } from './cronTime';
import type { Translate } from '../shared/translate';

/** A schedule in words: plain for the common forms, field by field as written for the others. */
export function describeSchedule(fields: CronFields, t: Translate): string {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = fields;
  const words = (name: keyof CronFields): string =>
    describeField(fields[name], nameField(name, t), t);
  const isClockTime = [minute, hour].every((text) => /^\d{1,2}$/.test(text));
  const time = isClockTime
    ? [t('at {0}', [hour, minute].map((text) => text.padStart(2, '0')).join(':'))]
    : [words('minute'), ...(minute.startsWith('*') && hour === '*' ? [] : [words('hour')])];
  const isDaily = [dayOfMonth, month, dayOfWeek].every((text) => text === '*');
  const days = cronFieldNames.slice(2).filter((name) => fields[name] !== '*');
  return [...time, ...(isDaily ? [t('every day')] : days.map(words))].join(', ');
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
