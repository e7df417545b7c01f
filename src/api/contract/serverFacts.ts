import * as z from '../schemas';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { acknowledgement, answered, openEnum, sent } from './fields';

const measure = z.nullish(z.union([z.number(), z.string()]));

const serverStats = answered({
  stats: answered({
    webApplication: z.nullish(z.number()),
    database: z.nullish(z.number()),
    cronJob: z.nullish(z.number()),
    supervisor: z.nullish(z.number()),
  }),
  country: z.nullish(z.string()),
});

/** Observed: sizes are in GB. */
const serverHardware = answered({
  kernelVersion: z.nullish(z.string()),
  processorName: z.nullish(z.string()),
  totalCPUCore: measure,
  totalMemory: measure,
  freeMemory: measure,
  diskTotal: measure,
  diskFree: measure,
  loadAvg: measure,
  uptime: z.nullish(z.string()),
});

/** Observed: sizes are in MB; `updated_at` may be relative text. */
const serverHealth = answered({
  totalMemory: measure,
  availableMemory: measure,
  usedMemory: measure,
  totalDiskSpace: measure,
  availableDiskSpace: measure,
  usedDiskSpace: measure,
  loadAverage: measure,
  updated_at: z.nullish(z.string()),
});

/** Observed: one service of a server; memory and cpu are strings. */
export const service = answered({
  realName: z.string(),
  name: z.string(),
  memory: z.nullish(z.string()),
  cpu: z.nullish(z.string()),
  running: z.boolean(),
  version: z.nullish(z.string()),
});

const services = z.record(z.string(), service);

export const logEntry = answered({
  kind: openEnum('Info', 'High Priority Info', 'Warning'),
  content: z.string(),
  created_at: z.nullish(z.string()),
});

export const readServerStats = defineEndpoint({
  id: 'server.stats',
  method: 'GET',
  path: '/servers/{serverId}/stats',
  versions: observedV3,
  answer: serverStats,
});

export const readServerHardware = defineEndpoint({
  id: 'server.hardware',
  method: 'GET',
  path: '/servers/{serverId}/hardwareinfo',
  versions: observedV3,
  answer: serverHardware,
});

export const readServerHealth = defineEndpoint({
  id: 'server.health',
  method: 'GET',
  path: '/servers/{serverId}/health/latest',
  versions: observedV3,
  answer: serverHealth,
});

export const readServices = defineEndpoint({
  id: 'service.readAll',
  method: 'GET',
  path: '/servers/{serverId}/services',
  versions: observedV3,
  answer: services,
});

/** `realName` identifies the service. */
export const controlService = defineEndpoint({
  id: 'service.control',
  method: 'PATCH',
  path: '/servers/{serverId}/services',
  versions: observedV3,
  body: sent({ action: openEnum('start', 'stop', 'restart', 'reload'), realName: z.string() }),
  answer: services,
});

export const listServerLogs = defineList({
  id: 'log.listServer',
  path: '/servers/{serverId}/logs',
  versions: observedV3,
  answer: logEntry,
});

export const listWebApplicationLogs = defineList({
  id: 'log.listWebApplication',
  path: '/servers/{serverId}/webapps/{webappId}/log',
  versions: observedV3,
  filters: ['search'],
  answer: logEntry,
});

/** Addresses blocked after failed logins, as plain strings. */
export const listBlockedAddresses = defineList({
  id: 'blockedAddress.list',
  path: '/servers/{serverId}/security/fail2ban/blockedip',
  versions: observedV3,
  answer: z.string(),
});

/** A DELETE with a JSON body. */
export const unblockAddress = defineEndpoint({
  id: 'blockedAddress.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/security/fail2ban/blockedip',
  versions: observedV3,
  body: sent({ ip: z.string() }),
  answer: acknowledgement,
});
