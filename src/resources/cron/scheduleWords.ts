import { type CronFields, splitTime, isFiveFields } from './cronTime';
import { t } from '../../base/l10n';

/** Names a common schedule briefly, such as "Every 5 minutes"; undefined for any other. */
export function nameSchedule(time: string): string | undefined {
  if (!isFiveFields(time)) return undefined;
  const fields = splitTime(time);
  if (fields.month !== '*') return undefined;
  const isAnyDay = fields.dayOfMonth === '*' && fields.dayOfWeek === '*';
  const clock = clockOf(fields);
  if (clock === undefined) return isAnyDay ? nameInterval(fields) : undefined;
  if (isAnyDay) return t('Every day at {0}', clock);
  if (fields.dayOfMonth === '*') return nameWeekly(fields.dayOfWeek, clock);
  return fields.dayOfWeek === '*' ? nameMonthly(fields.dayOfMonth, clock) : undefined;
}

function clockOf({ minute, hour }: CronFields): string | undefined {
  const [minutes, hours] = [parseUpTo(minute, 59), parseUpTo(hour, 23)];
  if (minutes === undefined || hours === undefined) return undefined;
  return `${hours}:${String(minutes).padStart(2, '0')}`;
}

function nameInterval({ minute, hour }: CronFields): string | undefined {
  const step = stepOf(minute, 60);
  if (hour === '*' && step !== undefined) {
    return step === 1 ? t('Every minute') : t('Every {0} minutes', step);
  }
  const [minutes, hours] = [parseUpTo(minute, 59), stepOf(hour, 24)];
  if (minutes === undefined || hours === undefined) return undefined;
  if (hours === 1) return minutes === 0 ? t('Every hour') : t('Every hour at minute {0}', minutes);
  return minutes === 0
    ? t('Every {0} hours', hours)
    : t('Every {0} hours at minute {1}', hours, minutes);
}

function nameWeekly(dayOfWeek: string, clock: string): string | undefined {
  const days = [
    t('Sunday'),
    t('Monday'),
    t('Tuesday'),
    t('Wednesday'),
    t('Thursday'),
    t('Friday'),
    t('Saturday'),
  ];
  const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  const text = dayOfWeek.toLowerCase();
  if (text === '1-5' || text === 'mon-fri') return t('On weekdays at {0}', clock);
  if (text === '0,6' || text === '6,0' || text === 'sat,sun') return t('On weekends at {0}', clock);
  const index = names.includes(text) ? names.indexOf(text) : parseUpTo(text, 7);
  const day = index === undefined ? undefined : days[index % 7];
  return day && t('Every {0} at {1}', day, clock);
}

function nameMonthly(dayOfMonth: string, clock: string): string | undefined {
  const day = parseUpTo(dayOfMonth, 31);
  if (!day) return undefined;
  return day === 1
    ? t('On the first of the month at {0}', clock)
    : t('On day {0} of the month at {1}', day, clock);
}

/** The interval between runs, if it stays the same across the end of an hour or day. */
function stepOf(text: string, size: number): number | undefined {
  if (text === '*') return 1;
  const step = Number(/^\*\/(\d{1,2})$/.exec(text)?.[1] ?? Number.NaN);
  return step > 0 && step < size && size % step === 0 ? step : undefined;
}

function parseUpTo(text: string, most: number): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}
