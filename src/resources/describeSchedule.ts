import { cronFieldNames, type CronFields } from './cronTime';
import type { Translate } from '../shared/translate';

/** A schedule in words, field by field: plain for the common forms, as written for the others. */
export function describeSchedule(fields: CronFields, t: Translate): string[] {
  const units: Record<keyof CronFields, string> = {
    minute: t('minute'),
    hour: t('hour'),
    dayOfMonth: t('day of the month'),
    month: t('month'),
    dayOfWeek: t('day of the week'),
  };
  return cronFieldNames.map((name) => describeField(fields[name], units[name], t));
}

function describeField(text: string, unit: string, t: Translate): string {
  if (text === '*') return t('every {0}', unit);
  const step = /^\*\/(\d+)$/.exec(text)?.[1];
  if (step) return t('every {0}th {1}', step, unit);
  const [, from, to] = /^(\w+)-(\w+)$/.exec(text) ?? [];
  if (from && to) return t('{0} {1} to {2}', unit, from, to);
  return t('{0} {1}', unit, text);
}
