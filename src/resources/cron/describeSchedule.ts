import { type CronFields, joinTime, splitTime } from './cronTime';
import { nameSchedule } from './scheduleWords';
import type { Translate } from '../../base/translate';

/**
 * Describes a schedule in German, or English for any other language. Returns the fields unchanged
 * if they can't be described.
 */
export async function describeSchedule(fields: CronFields, language: string): Promise<string> {
  const time = joinTime(fields);
  const isGerman = /^de\b/i.test(language);
  // Loaded on demand: only schedules need these texts, which are larger than most of the bundle.
  const { default: words } = await import('cronstrue');
  if (isGerman) await import('cronstrue/locales/de.js');
  try {
    return words.toString(time, {
      locale: isGerman ? 'de' : 'en',
      use24HourTimeFormat: true,
      // Cron's own rule: if either starts with a star, both days must match.
      logicalAndDayFields: fields.dayOfMonth.startsWith('*') || fields.dayOfWeek.startsWith('*'),
    });
  } catch {
    return time;
  }
}

/** Names a schedule as its row does, and describes one that has no brief name. */
export async function nameAnySchedule(
  time: string,
  t: Translate,
  language: string,
): Promise<string> {
  return nameSchedule(time, t) ?? describeSchedule(splitTime(time), language);
}

/** Display name of a cron field. */
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
