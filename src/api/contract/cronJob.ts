import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV2, observedInBoth } from './endpoint';
import { acknowledgement, answered, id, sent, timestamp } from './fields';

/** Request body for a cron job: five separate cron fields (API §2.3). */
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
/** Response body for a cron job: the five fields joined in `time` (API §2.3). */
export const cronJob = answered({
  id,
  label: z.string(),
  username: z.string(),
  command: z.string(),
  time: z.string(),
  enabled: z.int(),
  created_at: timestamp,
});
/** API §4 endpoint 4. */
export const createCronJob = defineEndpoint({
  id: 'cronJob.create',
  method: 'POST',
  path: '/servers/{serverId}/cronjobs',
  versions: documentedV2,
  body: cronJobDraft,
  answer: cronJob,
});

/** API §4 endpoint 5. */
export const listCronJobs = defineList({
  id: 'cronJob.list',
  path: '/servers/{serverId}/cronjobs',
  versions: documentedV2,
  answer: cronJob,
});

export const readCronJob = defineEndpoint({
  id: 'cronJob.read',
  method: 'GET',
  path: '/servers/{serverId}/cronjobs/{cronJobId}',
  versions: observedInBoth,
  answer: cronJob,
});

/** Requires all eight fields; the job must be read again afterwards. */
export const updateCronJob = defineEndpoint({
  id: 'cronJob.update',
  method: 'PATCH',
  path: '/servers/{serverId}/cronjobs/{cronJobId}',
  versions: observedInBoth,
  body: cronJobDraft,
  answer: acknowledgement,
});

export const toggleCronJob = defineEndpoint({
  id: 'cronJob.toggle',
  method: 'PATCH',
  path: '/servers/{serverId}/cronjobs/{cronJobId}/status',
  versions: observedInBoth,
  answer: acknowledgement,
});

export const runCronJob = defineEndpoint({
  id: 'cronJob.run',
  method: 'POST',
  path: '/servers/{serverId}/cronjobs/{cronJobId}/run',
  versions: observedInBoth,
  answer: acknowledgement,
});

export const deleteCronJob = defineEndpoint({
  id: 'cronJob.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/cronjobs/{cronJobId}',
  versions: observedInBoth,
  answer: acknowledgement,
});
