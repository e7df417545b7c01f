import { defineKind } from './kind';
import {
  cronJob,
  cronJobDraft,
  listCronJobs,
  readCronJob,
  updateCronJob,
} from '../../api/contract/cronJob';
import { type JsonObject, pick } from '../../shared/json';
import { splitTime } from '../cronTime';

/** A cron job of a server (reference §2.3). */
export const cronJobKind = defineKind({
  id: 'cronJob',
  parent: 'server',
  names: { one: 'Cron Job', many: 'Cron Jobs' },
  folder: 'cron-jobs',
  suffix: 'cron-job',
  variable: 'cronJobId',
  operations: { list: listCronJobs, read: readCronJob },
  icon: 'clock',
  schema: cronJob,
  present: (resource, t) => ({
    label: resource.label,
    description: resource.time,
    icon: resource.enabled === 1 ? undefined : { id: 'circle-slash', color: 'disabledForeground' },
    state: resource.enabled === 1 ? t('on') : t('off'),
    facts: [
      [t('Schedule'), resource.time],
      [t('User'), resource.username],
      [t('Command'), resource.command],
      [t('Created'), resource.created_at],
    ],
  }),
  document: {
    schema: cronJob.omit({ time: true }),
    // A job is read with `time` and written with five fields (reference §2.3).
    toContent: ({ time, ...resource }) => {
      const { id, label, username, command, ...rest } = resource as JsonObject;
      return { id, label, username, command, ...splitTime(String(time)), ...rest } as JsonObject;
    },
    editing: {
      writable: Object.keys(cronJobDraft.shape),
      schema: cronJobDraft,
      // The service takes all eight fields together (observed).
      toWrites: ({ after }) => [
        { endpoint: updateCronJob, body: pick(after, Object.keys(cronJobDraft.shape)) },
      ],
    },
  },
});
