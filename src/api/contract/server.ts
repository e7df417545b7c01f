import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV3, observedInBoth } from './endpoint';
import { answered, id, openEnum, sent, timestamp } from './fields';

/** Request body for creating a server (API §2.1). */
export const serverDraft = sent({
  name: z.string(),
  ipAddress: z.string(),
  provider: openEnum('digitalocean', 'linode', 'vultr'),
  webServerType: openEnum('nginx', 'openlitespeed'),
  installationType: openEnum('native', 'containerized'),
  databaseType: openEnum('mysql', 'mariadb'),
});

/** Response body for a server (API §2.1). */
export const server = answered({
  id,
  name: z.string(),
  provider: z.string(),
  stack: z.string(),
  ipAddress: z.string(),
  country_iso_code: z.nullable(z.string()),
  os: z.string(),
  osVersion: z.nullable(z.string()),
  connected: z.boolean(),
  online: z.boolean(),
  agentVersion: z.nullable(z.string()),
  phpCLIVersion: z.string(),
  softwareUpdate: z.boolean(),
  securityUpdate: z.boolean(),
  transferStatus: z.string(),
  created_at: timestamp,
  tags: z.array(z.unknown()),
});

export type Server = z.infer<typeof server>;

const all = '/servers';
const one = '/servers/{serverId}';

/** API §4 endpoint 2. */
export const createServer = defineWrite('server.create', 'POST', all, {
  versions: documentedV3,
  body: serverDraft,
  answer: server,
});

export const listServers = defineList('server.list', all, server, { filters: ['search'] });

/** Servers that others share with this account. */
export const listSharedServers = defineList('server.listShared', `${all}/shared`, server, {
  filters: ['search'],
});

export const readServer = defineRead('server.read', one, server);
export const deleteServer = defineWrite('server.delete', 'DELETE', one);

export const updateServerMeta = defineWrite('server.updateMeta', 'PATCH', `${one}/settings/meta`, {
  body: sent({ name: z.string(), provider: z.optional(serverDraft.shape.provider) }),
  answer: server,
});

export const updateServerAutoUpdate = defineWrite(
  'server.updateAutoUpdate',
  'PATCH',
  `${one}/settings/autoupdate`,
  { body: sent({ softwareUpdate: z.boolean(), securityUpdate: z.boolean() }), answer: server },
);

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
