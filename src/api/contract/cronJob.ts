import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV2, observedInBoth } from './endpoint';
import { answered, id, sent, timestamp } from './fields';

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

const all = '/servers/{serverId}/cronjobs';
const one = '/servers/{serverId}/cronjobs/{cronJobId}';

/** API §4 endpoint 4. */
export const createCronJob = defineWrite('cronJob.create', 'POST', all, {
  versions: documentedV2,
  body: cronJobDraft,
  answer: cronJob,
});

/** API §4 endpoint 5. */
export const listCronJobs = defineList('cronJob.list', all, cronJob, { versions: documentedV2 });
export const readCronJob = defineRead('cronJob.read', one, cronJob, { versions: observedInBoth });

/** Requires all eight fields; the job must be read again afterwards. */
export const updateCronJob = defineWrite('cronJob.update', 'PATCH', one, {
  versions: observedInBoth,
  body: cronJobDraft,
});

export const toggleCronJob = defineWrite('cronJob.toggle', 'PATCH', `${one}/status`, {
  versions: observedInBoth,
});

export const runCronJob = defineWrite('cronJob.run', 'POST', `${one}/run`, {
  versions: observedInBoth,
});

export const deleteCronJob = defineWrite('cronJob.delete', 'DELETE', one, {
  versions: observedInBoth,
});
