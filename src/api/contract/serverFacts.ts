import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite } from './endpoint';
import { answered, openEnum, sent } from './fields';

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

const one = '/servers/{serverId}';

export const readServerStats = defineRead('server.stats', `${one}/stats`, serverStats);

export const readServerHardware = defineRead(
  'server.hardware',
  `${one}/hardwareinfo`,
  serverHardware,
);

export const readServerHealth = defineRead('server.health', `${one}/health/latest`, serverHealth);
export const readServices = defineRead('service.readAll', `${one}/services`, services);

/** `realName` identifies the service. */
export const controlService = defineWrite('service.control', 'PATCH', `${one}/services`, {
  body: sent({ action: openEnum('start', 'stop', 'restart', 'reload'), realName: z.string() }),
  answer: services,
});

export const listServerLogs = defineList('log.listServer', `${one}/logs`, logEntry);

export const listWebApplicationLogs = defineList(
  'log.listWebApplication',
  `${one}/webapps/{webappId}/log`,
  logEntry,
  { filters: ['search'] },
);

/** Addresses blocked after failed logins, as plain strings. */
export const listBlockedAddresses = defineList(
  'blockedAddress.list',
  `${one}/security/fail2ban/blockedip`,
  z.string(),
);

/** A DELETE with a JSON body. */
export const unblockAddress = defineWrite(
  'blockedAddress.delete',
  'DELETE',
  `${one}/security/fail2ban/blockedip`,
  { body: sent({ ip: z.string() }) },
);
