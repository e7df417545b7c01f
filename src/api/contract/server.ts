import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent, timestamp } from './fields';

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

/** API §4 endpoint 2. */
export const createServer = defineEndpoint({
  id: 'server.create',
  method: 'POST',
  path: '/servers',
  versions: documentedV3,
  body: serverDraft,
  answer: server,
});

export const listServers = defineList({
  id: 'server.list',
  path: '/servers',
  versions: observedV3,
  filters: ['search'],
  answer: server,
});

/** Servers that others share with this account. */
export const listSharedServers = defineList({
  id: 'server.listShared',
  path: '/servers/shared',
  versions: observedV3,
  filters: ['search'],
  answer: server,
});

export const readServer = defineEndpoint({
  id: 'server.read',
  method: 'GET',
  path: '/servers/{serverId}',
  versions: observedV3,
  answer: server,
});

export const deleteServer = defineEndpoint({
  id: 'server.delete',
  method: 'DELETE',
  path: '/servers/{serverId}',
  versions: observedV3,
  answer: acknowledgement,
});

export const updateServerMeta = defineEndpoint({
  id: 'server.updateMeta',
  method: 'PATCH',
  path: '/servers/{serverId}/settings/meta',
  versions: observedV3,
  body: sent({ name: z.string(), provider: z.optional(serverDraft.shape.provider) }),
  answer: server,
});

export const updateServerAutoUpdate = defineEndpoint({
  id: 'server.updateAutoUpdate',
  method: 'PATCH',
  path: '/servers/{serverId}/settings/autoupdate',
  versions: observedV3,
  body: sent({ softwareUpdate: z.boolean(), securityUpdate: z.boolean() }),
  answer: server,
});
