import * as z from 'zod';
import { defineEndpoint, defineList, documentedV2, observedV2 } from './endpoint';
import { acknowledgement, answered, id, sent, timestamp } from './fields';

/** A cron job as it is written: five cron fields (reference §2.3). */
export const cronJobDraft = sent({
  label: z.string(),
  username: z.string(),
  command: z.string(),
  minute: z.string(),
  hour: z.string(),
  dayOfMonth: z.string(),
  month: z.string(),
  dayOfWeek: z.string(),
});
/** A cron job as it is written (reference §2.3). */
export type CronJobDraft = z.infer<typeof cronJobDraft>;

/** A cron job as it is answered: the five fields joined in `time` (reference §2.3). */
export const cronJob = answered({
  id,
  label: z.string(),
  username: z.string(),
  command: z.string(),
  time: z.string(),
  enabled: z.int(),
  created_at: timestamp,
});
/** A cron job (reference §2.3). */
export type CronJob = z.infer<typeof cronJob>;

/** Reference §4 endpoint 4. */
export const createCronJob = defineEndpoint({
  id: 'cronJob.create',
  method: 'POST',
  path: '/servers/{serverId}/cronjobs',
  versions: documentedV2,
  body: cronJobDraft,
  answer: cronJob,
});

/** Reference §4 endpoint 5. */
export const listCronJobs = defineList({
  id: 'cronJob.list',
  path: '/servers/{serverId}/cronjobs',
  versions: documentedV2,
  answer: cronJob,
});

/** Observed. */
export const readCronJob = defineEndpoint({
  id: 'cronJob.read',
  method: 'GET',
  path: '/servers/{serverId}/cronjobs/{cronJobId}',
  versions: observedV2,
  answer: cronJob,
});

/** Observed: all eight fields go together, and the job has to be read again. */
export const updateCronJob = defineEndpoint({
  id: 'cronJob.update',
  method: 'PATCH',
  path: '/servers/{serverId}/cronjobs/{cronJobId}',
  versions: observedV2,
  body: cronJobDraft,
  answer: acknowledgement,
});

/** Observed: toggles between on and off. */
export const toggleCronJob = defineEndpoint({
  id: 'cronJob.toggle',
  method: 'PATCH',
  path: '/servers/{serverId}/cronjobs/{cronJobId}/status',
  versions: observedV2,
  answer: acknowledgement,
});

/** Observed. */
export const runCronJob = defineEndpoint({
  id: 'cronJob.run',
  method: 'POST',
  path: '/servers/{serverId}/cronjobs/{cronJobId}/run',
  versions: observedV2,
  answer: acknowledgement,
});

/** Observed. */
export const deleteCronJob = defineEndpoint({
  id: 'cronJob.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/cronjobs/{cronJobId}',
  versions: observedV2,
  answer: acknowledgement,
});
