import * as z from '../schemas';
import { defineEndpoint, observedInBoth, observedV3 } from './endpoint';
import { acknowledgement, answered, sent } from './fields';
import { server } from './server';

/** Replaces all tags; the answer isn't the server. */
export const updateServerTags = defineEndpoint({
  id: 'server.updateTags',
  method: 'POST',
  path: '/servers/{serverId}/tags',
  versions: observedV3,
  body: sent({ tags: z.array(z.string()) }),
  answer: acknowledgement,
});

export const updateCliPhp = defineEndpoint({
  id: 'server.updateCliPhp',
  method: 'PATCH',
  path: '/servers/{serverId}/php/cli',
  versions: observedV3,
  body: sent({ phpVersion: z.string() }),
  answer: server,
});

/** The script that connects a server. It contains a credential. */
export const readInstallationScript = defineEndpoint({
  id: 'server.installationScript',
  method: 'GET',
  path: '/servers/{serverId}/installationscript',
  versions: observedV3,
  answer: answered({ script: z.string() }),
});

/** Observed on services that don't take the POST. */
const cleanDiskByPatch = defineEndpoint({
  id: 'server.cleanDiskByPatch',
  method: 'PATCH',
  path: '/servers/{serverId}/health/diskcleaner',
  versions: observedV3,
  answer: acknowledgement,
});

export const cleanDisk = defineEndpoint({
  id: 'server.cleanDisk',
  method: 'POST',
  path: '/servers/{serverId}/health/diskcleaner',
  versions: observedV3,
  otherwise: [cleanDiskByPatch],
  answer: acknowledgement,
});

export const rebuildCronTable = defineEndpoint({
  id: 'cronJob.rebuildAll',
  method: 'POST',
  path: '/servers/{serverId}/cronjobs/rebuild',
  versions: observedInBoth,
  answer: acknowledgement,
});

export const rebuildSupervisor = defineEndpoint({
  id: 'supervisorJob.rebuildAll',
  method: 'POST',
  path: '/servers/{serverId}/supervisors/rebuild',
  versions: observedV3,
  answer: acknowledgement,
});
