import { Hono } from 'hono';
import * as z from 'zod/mini';
import { cronJobDraft } from '../../api/contract/cronJob';
import { readBody } from '../http/input/body';
import { cronFields } from '../http/input/cronField';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label, text } from '../http/input/fields';
import { answerPage } from '../http/paging';
import { itemOf, remove, serverContentsOf } from '../http/scope';
import type { CronJob } from '../state/contents';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const draft = z.extend(cronJobDraft, { label, username: label, command: text, ...cronFields });
type Draft = z.infer<typeof draft>;

/** Answers combine the five fields into one text (API §2.3). */
function written({
  label,
  username,
  command,
  ...fields
}: Draft): Omit<CronJob, 'id' | 'enabled' | 'created_at'> {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = fields;
  const time = [minute, hour, dayOfMonth, month, dayOfWeek].join(' ');
  return { label, username, command, time };
}

function cronJobOf(context: SandboxContext): CronJob {
  return itemOf(context, serverContentsOf(context).cronJobs, 'cronJobId', 'cron job');
}

/** Cron jobs: API §4 endpoints 4 and 5; the rest, and all of v3, was observed. */
export function cronJobRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  addDocumentedRoutes(routes);
  addObservedRoutes(routes);
  return routes;
}

function addDocumentedRoutes(routes: SandboxRoutes): void {
  routes.post('/servers/:serverId/cronjobs', async (context) => {
    const { cronJobs } = serverContentsOf(context);
    const body = await readBody(context, draft);
    const store = context.get('store');
    const job: CronJob = {
      id: newId(store.world),
      ...written(body),
      enabled: 1,
      created_at: toTimestamp(store.now()),
    };
    cronJobs.push(job);
    return context.json(job);
  });
  routes.get('/servers/:serverId/cronjobs', (context) =>
    answerPage(context, serverContentsOf(context).cronJobs, 15),
  );
}

function addObservedRoutes(routes: SandboxRoutes): void {
  routes.get('/servers/:serverId/cronjobs/:cronJobId', (context) =>
    context.json(cronJobOf(context)),
  );
  // A change contains all eight fields, and the answer contains no job.
  routes.patch('/servers/:serverId/cronjobs/:cronJobId', async (context) => {
    const job = cronJobOf(context);
    Object.assign(job, written(await readBody(context, draft)));
    return context.json({ message: 'The cron job was updated.' });
  });
  routes.delete('/servers/:serverId/cronjobs/:cronJobId', (context) => {
    const job = cronJobOf(context);
    remove(serverContentsOf(context).cronJobs, job);
    return context.json(job);
  });
  routes.patch('/servers/:serverId/cronjobs/:cronJobId/status', (context) => {
    const job = cronJobOf(context);
    job.enabled = 1 - job.enabled;
    const state = job.enabled ? 'enabled' : 'disabled';
    return context.json({ message: `The cron job was ${state}.` });
  });
  routes.post('/servers/:serverId/cronjobs/:cronJobId/run', (context) => {
    const job = cronJobOf(context);
    serverContentsOf(context).logs.unshift({
      kind: 'Info',
      content: `Cron job ${job.label} was run by hand`,
      created_at: toTimestamp(context.get('store').now()),
    });
    return context.json({ message: 'The cron job is being run.' });
  });
}
