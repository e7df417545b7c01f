import * as z from 'zod/mini';
import { hardware, health, logEntry, service } from './server';
import { webApplicationState } from './webApplication';

/** A cron job as answered (API §2.3). */
const cronJob = z.object({
  id: z.int(),
  label: z.string(),
  username: z.string(),
  command: z.string(),
  time: z.string(),
  enabled: z.int(),
  created_at: z.string(),
});
/** A cron job as answered (API §2.3). */
export type CronJob = z.infer<typeof cronJob>;

/** A supervisor job (API §2.2) with its processes, which another operation returns. */
const supervisorState = z.object({
  record: z.object({
    id: z.int(),
    label: z.string(),
    username: z.string(),
    numprocs: z.int(),
    autoStart: z.boolean(),
    autoRestart: z.boolean(),
    command: z.string(),
    directory: z.string(),
    created_at: z.string(),
  }),
  processes: z.array(
    z.object({
      process: z.string(),
      status: z.string(),
      pid: z.nullable(z.int()),
      uptime: z.nullable(z.string()),
    }),
  ),
});
/** A supervisor job and its processes. */
export type SupervisorState = z.infer<typeof supervisorState>;

/** A firewall rule as answered (API §2.5). */
const firewallRule = z.object({
  id: z.int(),
  type: z.string(),
  port: z.string(),
  protocol: z.string(),
  ipAddress: z.nullable(z.string()),
  firewallAction: z.nullable(z.string()),
  created_at: z.string(),
});
/** A firewall rule as answered (API §2.5). */
export type FirewallRule = z.infer<typeof firewallRule>;

/** SSH settings as answered by `/ssh/config` (API §2.8). */
const sshConfig = z.object({
  id: z.int(),
  server_id: z.int(),
  passwordlessLogin: z.boolean(),
  preventRootLogin: z.boolean(),
  useDns: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
/** SSH settings as answered by `/ssh/config` (API §2.8). */
export type SshConfig = z.infer<typeof sshConfig>;

/** A key for logging in as a system user. */
const sshKey = z.object({
  id: z.int(),
  label: z.string(),
  user: z.string(),
  publicKey: z.string(),
  temporary: z.boolean(),
  created_at: z.string(),
});
/** A key for logging in as a system user. */
export type SshKey = z.infer<typeof sshKey>;

/** A system user; its password is never stored (API §2.13). */
const systemUser = z.object({
  id: z.int(),
  username: z.string(),
  deploymentKey: z.nullable(z.string()),
  deleteable: z.boolean(),
  created_at: z.string(),
});
/** A system user (API §2.13). */
export type SystemUser = z.infer<typeof systemUser>;

/** A database user; its password is never stored (API §2.14). */
const databaseUser = z.object({
  id: z.int(),
  username: z.string(),
  created_at: z.string(),
});
/** A database user (API §2.14). */
export type DatabaseUser = z.infer<typeof databaseUser>;

/** A database, with the ids of the users with access. */
const databaseState = z.object({
  record: z.object({
    id: z.int(),
    name: z.string(),
    collation: z.nullable(z.string()),
    created_at: z.string(),
  }),
  grantedTo: z.array(z.int()),
});
/** A database and its grants. */
export type DatabaseState = z.infer<typeof databaseState>;

export const serverContents = z.object({
  webApplications: z.array(webApplicationState),
  cronJobs: z.array(cronJob),
  supervisorJobs: z.array(supervisorState),
  firewallRules: z.array(firewallRule),
  /** The rules in effect: those that existed when the firewall was last deployed. */
  deployedFirewall: z.array(firewallRule),
  blockedAddresses: z.array(z.string()),
  ssh: sshConfig,
  sshKeys: z.array(sshKey),
  systemUsers: z.array(systemUser),
  databases: z.array(databaseState),
  databaseUsers: z.array(databaseUser),
  services: z.record(z.string(), service),
  logs: z.array(logEntry),
  hardware,
  health,
});
export type ServerContents = z.infer<typeof serverContents>;
