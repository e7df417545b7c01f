import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, openEnum, sent, timestamp } from './fields';

/** Request body for creating a supervisor job (API §2.2). */
export const supervisorJobDraft = sent({
  label: z.string(),
  username: z.string(),
  numprocs: z.int(),
  autoStart: z.boolean(),
  autoRestart: z.boolean(),
  binary: z.string(),
  command: z.string(),
});

/** Response body for a supervisor job: `binary` is merged into `command` (API §2.2). */
export const supervisorJob = answered({
  id,
  label: z.string(),
  username: z.string(),
  numprocs: z.int(),
  autoStart: z.boolean(),
  autoRestart: z.boolean(),
  command: z.string(),
  directory: z.string(),
  created_at: timestamp,
});

/** Observed: processes of the jobs, keyed by label. */
const supervisorStatus = z.record(
  z.string(),
  z.array(
    answered({
      process: z.string(),
      status: openEnum('RUNNING', 'FATAL', 'BACKOFF'),
      pid: z.nullish(z.union([z.number(), z.string()])),
      uptime: z.nullish(z.string()),
    }),
  ),
);

const all = '/servers/{serverId}/supervisors';
const one = '/servers/{serverId}/supervisors/{supervisorId}';

/** API §4 endpoint 3. */
export const createSupervisorJob = defineWrite('supervisorJob.create', 'POST', all, {
  versions: documentedV3,
  body: supervisorJobDraft,
  answer: supervisorJob,
});

export const listSupervisorJobs = defineList('supervisorJob.list', all, supervisorJob);
export const readSupervisorJob = defineRead('supervisorJob.read', one, supervisorJob);

/** Available executables; the first is an empty string, meaning none. */
export const readSupervisorBinaries = defineList(
  'supervisorJob.binaries',
  `${all}/binaries`,
  z.string(),
);

export const readSupervisorStatus = defineRead(
  'supervisorJob.status',
  `${all}/status`,
  supervisorStatus,
);

export const reloadSupervisorJob = defineWrite('supervisorJob.reload', 'POST', `${one}/reload`);
export const deleteSupervisorJob = defineWrite('supervisorJob.delete', 'DELETE', one);
