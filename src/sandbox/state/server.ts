import * as z from 'zod/mini';

/** A server as answered, field by field (API §2.1). */
export const serverRecord = z.object({
  id: z.int(),
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
  created_at: z.string(),
  tags: z.array(z.string()),
});
/** A server as answered (API §2.1). */
export type ServerRecord = z.infer<typeof serverRecord>;

/** A measured value; null until the server has reported one. */
const measure = z.nullable(z.number());

/** A server's hardware; sizes in GB. */
export const hardware = z.object({
  kernelVersion: z.nullable(z.string()),
  processorName: z.nullable(z.string()),
  totalCPUCore: measure,
  totalMemory: measure,
  freeMemory: measure,
  diskTotal: measure,
  diskFree: measure,
  loadAvg: measure,
  uptime: z.nullable(z.string()),
});
/** A server's hardware; sizes in GB. */
export type Hardware = z.infer<typeof hardware>;

/** A server's last health report; sizes in MB. */
export const health = z.object({
  totalMemory: measure,
  availableMemory: measure,
  usedMemory: measure,
  totalDiskSpace: measure,
  availableDiskSpace: measure,
  usedDiskSpace: measure,
  loadAverage: measure,
  updated_at: z.nullable(z.string()),
});
/** A server's last health report; sizes in MB. */
export type Health = z.infer<typeof health>;

/** A service on a server; `memory` and `cpu` are texts. */
export const service = z.object({
  realName: z.string(),
  name: z.string(),
  memory: z.string(),
  cpu: z.string(),
  running: z.boolean(),
  version: z.string(),
});
/** A service on a server. */
export type Service = z.infer<typeof service>;

/** An entry of a server's or a web application's log. */
export const logEntry = z.object({ kind: z.string(), content: z.string(), created_at: z.string() });
export type LogEntry = z.infer<typeof logEntry>;
