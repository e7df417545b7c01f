import * as z from 'zod/mini';
import { defineRead, defineWrite, observedInBoth } from './endpoint';
import { answered, sent } from './fields';
import { server } from './server';

const one = '/servers/{serverId}';

/** Replaces all tags; the answer isn't the server. */
export const updateServerTags = defineWrite('server.updateTags', 'POST', `${one}/tags`, {
  body: sent({ tags: z.array(z.string()) }),
});

export const updateCliPhp = defineWrite('server.updateCliPhp', 'PATCH', `${one}/php/cli`, {
  body: sent({ phpVersion: z.string() }),
  answer: server,
});

/** The script that connects a server. It contains a credential. */
export const readInstallationScript = defineRead(
  'server.installationScript',
  `${one}/installationscript`,
  answered({ script: z.string() }),
);

/** Observed on services that don't take the POST. */
const cleanDiskByPatch = defineWrite(
  'server.cleanDiskByPatch',
  'PATCH',
  `${one}/health/diskcleaner`,
);

export const cleanDisk = defineWrite('server.cleanDisk', 'POST', `${one}/health/diskcleaner`, {
  otherwise: [cleanDiskByPatch],
});

export const rebuildCronTable = defineWrite(
  'cronJob.rebuildAll',
  'POST',
  `${one}/cronjobs/rebuild`,
  { versions: observedInBoth },
);

export const rebuildSupervisor = defineWrite(
  'supervisorJob.rebuildAll',
  'POST',
  `${one}/supervisors/rebuild`,
);
