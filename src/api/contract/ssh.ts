import * as z from 'zod';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, sent, timestamp } from './fields';

const switches = {
  passwordlessLogin: z.boolean(),
  preventRootLogin: z.boolean(),
  useDns: z.boolean(),
};

/** A change of SSH settings: any of the three switches (reference §2.8, §4 rule 2). */
export const sshSettingsPatch = sent(switches).partial();

/** SSH settings: three switches (reference §2.8). */
export const sshSettings = answered(switches);
/** SSH settings (reference §2.8). */
export type SshSettings = z.infer<typeof sshSettings>;

/** The answer of `/ssh/config`: the switches with ids and dates (reference §2.8). */
export const sshConfig = answered({
  id,
  server_id: z.int(),
  ...switches,
  created_at: timestamp,
  updated_at: timestamp,
});

/** Reference §4 endpoint 11. */
export const updateSshConfig = defineEndpoint({
  id: 'ssh.updateConfig',
  method: 'PATCH',
  path: '/servers/{serverId}/ssh/config',
  versions: documentedV3,
  body: sshSettingsPatch,
  answer: sshConfig,
});

/** Reference §4 endpoints 12 (v3) and 13 (v2). */
export const updateSshSettings = defineEndpoint({
  id: 'ssh.updateSettings',
  method: 'PATCH',
  path: '/servers/{serverId}/settings/ssh',
  versions: { v3: 'documented', v2: 'documented' },
  body: sshSettingsPatch,
  answer: sshSettings,
});

/** Observed. */
export const readSshSettings = defineEndpoint({
  id: 'ssh.readSettings',
  method: 'GET',
  path: '/servers/{serverId}/settings/ssh',
  versions: { v3: 'observed', v2: 'observed' },
  answer: sshSettings,
});

/** Observed, and on fewer services than `/settings/ssh`. */
export const readSshConfig = defineEndpoint({
  id: 'ssh.readConfig',
  method: 'GET',
  path: '/servers/{serverId}/ssh/config',
  versions: observedV3,
  answer: sshConfig,
});

/** Observed: a key that opens a system user's login. */
export const sshKey = answered({
  id,
  label: z.string(),
  user: z.unknown().optional(),
  publicKey: z.string().nullish(),
  temporary: z.union([z.boolean(), z.number()]).nullish(),
  created_at: z.string().nullish(),
});
/** An SSH key (observed). */
export type SshKey = z.infer<typeof sshKey>;

/** Observed. */
export const listSshKeys = defineList({
  id: 'sshKey.list',
  path: '/servers/{serverId}/ssh/credentials',
  versions: observedV3,
  answer: sshKey,
});

/** Observed. */
export const readSshKey = defineEndpoint({
  id: 'sshKey.read',
  method: 'GET',
  path: '/servers/{serverId}/ssh/credentials/{sshKeyId}',
  versions: observedV3,
  answer: sshKey,
});

/** Observed. */
export const createSshKey = defineEndpoint({
  id: 'sshKey.create',
  method: 'POST',
  path: '/servers/{serverId}/ssh/credentials',
  versions: observedV3,
  body: sent({
    label: z.string(),
    username: z.string(),
    publicKey: z.string(),
    temporary: z.boolean(),
  }),
  answer: sshKey,
});

/** Observed. */
export const deleteSshKey = defineEndpoint({
  id: 'sshKey.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/ssh/credentials/{sshKeyId}',
  versions: observedV3,
  answer: acknowledgement,
});
