import { Hono } from 'hono';
import * as z from 'zod/mini';
import { supervisorJobDraft } from '../../api/contract/supervisorJob';
import { readBody } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label, text } from '../http/input/fields';
import { answerPage, readPageQuery, slicePage } from '../http/paging';
import { itemOf, remove, serverContentsOf } from '../http/scope';
import { supervisorProcesses } from '../seed/parts/jobs';
import type { SupervisorState } from '../state/contents';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const draft = z.extend(supervisorJobDraft, {
  label,
  username: label,
  numprocs: z.int().check(z.gte(1, 'Must be at least 1.'), z.lte(100, 'Must be at most 100.')),
  command: text,
});

/** A bare array; the first entry means none: `command` then contains the whole command line. */
const binaries = ['', '/usr/bin/node', '/usr/bin/php', '/usr/bin/python3'];

/** Answers include `binary` in `command`; only they have `directory` (API §2.2). */
function toRecord(
  id: number,
  createdAt: string,
  { label, username, numprocs, autoStart, autoRestart, binary, command }: z.infer<typeof draft>,
): SupervisorState['record'] {
  return {
    id,
    label,
    username,
    numprocs,
    autoStart,
    autoRestart,
    command: `${binary} ${command}`.trim(),
    directory: `/home/${username}`,
    created_at: createdAt,
  };
}

function jobOf(context: SandboxContext): SupervisorState {
  const { supervisorJobs } = serverContentsOf(context);
  return itemOf(context, supervisorJobs, 'supervisorId', 'supervisor job');
}

function start({ record, processes }: SupervisorState): SupervisorState['processes'] {
  const fresh = supervisorProcesses(record.id, record.label, record.numprocs, 'RUNNING', '0:00:01');
  return processes.splice(0, processes.length, ...fresh);
}

function statusByLabel(jobs: readonly SupervisorState[]): Record<string, unknown> {
  const labels = new Set(jobs.map(({ record }) => record.label));
  return Object.fromEntries(
    [...labels].map((each) => [
      each,
      jobs.filter(({ record }) => record.label === each).flatMap(({ processes }) => processes),
    ]),
  );
}

/** Supervisor jobs: created by API §4 endpoint 3; the rest was observed. */
export function supervisorRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.post('/servers/:serverId/supervisors', async (context) => {
    const { supervisorJobs } = serverContentsOf(context);
    const body = await readBody(context, draft);
    const store = context.get('store');
    const record = toRecord(newId(store.world), toTimestamp(store.now()), body);
    const job: SupervisorState = { record, processes: [] };
    if (record.autoStart) start(job);
    supervisorJobs.push(job);
    return context.json(record);
  });
  routes.get('/servers/:serverId/supervisors', (context) => {
    const records = serverContentsOf(context).supervisorJobs.map(({ record }) => record);
    return answerPage(context, records, 15);
  });

  // Before the route with an id, which would match these words as well.
  routes.get('/servers/:serverId/supervisors/binaries', (context) => {
    serverContentsOf(context);
    return context.json(slicePage(binaries, readPageQuery(context, 40)));
  });
  routes.get('/servers/:serverId/supervisors/status', (context) =>
    context.json(statusByLabel(serverContentsOf(context).supervisorJobs)),
  );

  routes.get('/servers/:serverId/supervisors/:supervisorId', (context) =>
    context.json(jobOf(context).record),
  );
  routes.post('/servers/:serverId/supervisors/:supervisorId/reload', (context) => {
    const job = jobOf(context);
    start(job);
    return context.json(job.record);
  });
  routes.delete('/servers/:serverId/supervisors/:supervisorId', (context) => {
    const job = jobOf(context);
    remove(serverContentsOf(context).supervisorJobs, job);
    return context.json(job.record);
  });
  return routes;
}
