import * as z from 'zod/mini';
import { defineKind } from './kind';
import {
  cronJob,
  cronJobDraft,
  listCronJobs,
  readCronJob,
  updateCronJob,
} from '../../api/contract/cronJob';
import { type JsonObject, type JsonValue, omit, pick } from '../../base/json';
import {
  cronFieldNames,
  type CronFields,
  isFiveFields,
  joinTime,
  splitTime,
} from '../cron/cronSchedule';
import { nameAnySchedule } from '../cron/describeRuns';
import { t } from '../../base/l10n';

const first = ['id', 'label', 'username', 'command'];

export const cronJobKind = defineKind({
  id: 'cronJob',
  parent: 'server',
  names: { one: 'Cron Job', many: 'Cron Jobs' },
  variable: 'cronJobId',
  operations: { list: listCronJobs, read: readCronJob },
  icon: 'clock',
  schema: cronJob,
  values: { username: { of: 'systemUser', namedBy: 'username', byName: true } },
  fieldTexts: {
    minute:
      'Minute, 0–59. `*` means every minute, `*/5` every 5 minutes, `1,15` two minutes, `1-5` a range.',
    hour: 'Hour, 0–23. `*` means every hour, `*/6` every 6 hours.',
    dayOfMonth:
      'Day of the month, 1–31. If the day of the week is restricted, too, the job runs when either matches.',
    month: 'Month, 1–12 or jan–dec.',
    dayOfWeek: 'Day of the week, 0–7 (0 and 7 are Sunday) or sun–sat.',
    enabled:
      '1 if enabled, 0 if disabled. Change it with the command "Enable Cron Job" or "Disable Cron Job".',
  },
  present: (resource) => ({
    label: resource.label,
    description: describeTime(resource.time),
    icon: resource.enabled === 0 ? { id: 'debug-pause', color: 'disabledForeground' } : undefined,
    state: describeEnabled(resource.enabled),
    facts: [
      [t('Schedule'), resource.time],
      [t('User'), resource.username],
      [t('Command'), resource.command],
      [t('Created'), resource.created_at],
    ],
  }),
  document: {
    schema: z.omit(cronJob, { time: true }),
    // Reads have `time`, writes have five fields (API §2.3).
    toContent: (resource) => {
      const content = resource as JsonObject;
      return {
        ...pick(content, first),
        ...toSchedule(content['time']),
        ...omit(content, ['time']),
      };
    },
    toResource: (content) =>
      cronFieldNames.every((name) => typeof content[name] === 'string')
        ? { ...content, time: joinTime(content as unknown as CronFields) }
        : content,
    readOnly: (content) =>
      'time' in content ? t("Read-only: its schedule doesn't have five cron fields.") : undefined,
    editing: {
      writable: Object.keys(cronJobDraft.shape),
      schema: cronJobDraft,
      // The service requires all eight fields together (observed).
      toWrites: ({ after }) => [
        { endpoint: updateCronJob, body: pick(after, Object.keys(cronJobDraft.shape)) },
      ],
    },
  },
});

/** The five fields of a schedule; a schedule with other fields is kept unchanged. */
function toSchedule(time: JsonValue | undefined): JsonObject {
  if (typeof time === 'string' && isFiveFields(time)) return { ...splitTime(time) };
  return time === undefined || time === null ? {} : { time };
}

function describeTime<T>(time: T): T | string {
  return typeof time === 'string' ? nameAnySchedule(time) : time;
}

function describeEnabled(enabled: number | null | undefined): string | undefined {
  if (typeof enabled !== 'number') return undefined;
  return enabled === 0 ? t('off') : t('on');
}
