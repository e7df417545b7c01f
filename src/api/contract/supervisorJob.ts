import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent, timestamp } from './fields';

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

/** API §4 endpoint 3. */
export const createSupervisorJob = defineEndpoint({
  id: 'supervisorJob.create',
  method: 'POST',
  path: '/servers/{serverId}/supervisors',
  versions: documentedV3,
  body: supervisorJobDraft,
  answer: supervisorJob,
});

export const listSupervisorJobs = defineList({
  id: 'supervisorJob.list',
  path: '/servers/{serverId}/supervisors',
  versions: observedV3,
  answer: supervisorJob,
});

export const readSupervisorJob = defineEndpoint({
  id: 'supervisorJob.read',
  method: 'GET',
  path: '/servers/{serverId}/supervisors/{supervisorId}',
  versions: observedV3,
  answer: supervisorJob,
});

/** Available executables; the first is an empty string, meaning none. */
export const readSupervisorBinaries = defineList({
  id: 'supervisorJob.binaries',
  path: '/servers/{serverId}/supervisors/binaries',
  versions: observedV3,
  answer: z.string(),
});

export const readSupervisorStatus = defineEndpoint({
  id: 'supervisorJob.status',
  method: 'GET',
  path: '/servers/{serverId}/supervisors/status',
  versions: observedV3,
  answer: supervisorStatus,
});

export const reloadSupervisorJob = defineEndpoint({
  id: 'supervisorJob.reload',
  method: 'POST',
  path: '/servers/{serverId}/supervisors/{supervisorId}/reload',
  versions: observedV3,
  answer: acknowledgement,
});

export const deleteSupervisorJob = defineEndpoint({
  id: 'supervisorJob.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/supervisors/{supervisorId}',
  versions: observedV3,
  answer: acknowledgement,
});
