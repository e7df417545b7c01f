import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, sent, timestamp } from './fields';

const switches = {
  passwordlessLogin: z.boolean(),
  preventRootLogin: z.boolean(),
  useDns: z.boolean(),
};

/** Patch for SSH settings: any of the three flags (API §2.8, §4 rule 2). */
export const sshSettingsPatch = z.partial(sent(switches));

/** SSH settings: three flags (API §2.8). */
export const sshSettings = answered(switches);
/** Response body of `/ssh/config`: the flags with ids and dates (API §2.8). */
export const sshConfig = answered({
  id,
  server_id: z.int(),
  ...switches,
  created_at: timestamp,
  updated_at: timestamp,
});

/** API §4 endpoint 11. */
export const updateSshConfig = defineEndpoint({
  id: 'ssh.updateConfig',
  method: 'PATCH',
  path: '/servers/{serverId}/ssh/config',
  versions: documentedV3,
  body: sshSettingsPatch,
  answer: sshConfig,
});

/** API §4 endpoints 12 (v3) and 13 (v2). */
export const updateSshSettings = defineEndpoint({
  id: 'ssh.updateSettings',
  method: 'PATCH',
  path: '/servers/{serverId}/settings/ssh',
  versions: { v3: 'documented', v2: 'documented' },
  otherwise: [updateSshConfig, 'v2'],
  body: sshSettingsPatch,
  answer: sshSettings,
});

/** Observed, on fewer services than `/settings/ssh`. */
export const readSshConfig = defineEndpoint({
  id: 'ssh.readConfig',
  method: 'GET',
  path: '/servers/{serverId}/ssh/config',
  versions: observedV3,
  answer: sshConfig,
});

export const readSshSettings = defineEndpoint({
  id: 'ssh.readSettings',
  method: 'GET',
  path: '/servers/{serverId}/settings/ssh',
  versions: { v3: 'observed', v2: 'observed' },
  otherwise: [readSshConfig],
  answer: sshSettings,
});

export const sshKey = answered({
  id,
  label: z.string(),
  user: z.optional(z.unknown()),
  publicKey: z.nullish(z.string()),
  temporary: z.nullish(z.union([z.boolean(), z.number()])),
  created_at: z.nullish(z.string()),
});
const keyDraft = sent({
  label: z.string(),
  username: z.string(),
  publicKey: z.string(),
  temporary: z.boolean(),
});

const listOlderSshKeys = defineList({
  id: 'sshKey.listOlder',
  path: '/servers/{serverId}/sshcredentials',
  versions: { v2: 'observed' },
  answer: sshKey,
});

export const listSshKeys = defineList({
  id: 'sshKey.list',
  path: '/servers/{serverId}/ssh/credentials',
  versions: observedV3,
  otherwise: [listOlderSshKeys],
  answer: sshKey,
});

const readOlderSshKey = defineEndpoint({
  id: 'sshKey.readOlder',
  method: 'GET',
  path: '/servers/{serverId}/sshcredentials/{sshKeyId}',
  versions: { v2: 'observed' },
  answer: sshKey,
});

export const readSshKey = defineEndpoint({
  id: 'sshKey.read',
  method: 'GET',
  path: '/servers/{serverId}/ssh/credentials/{sshKeyId}',
  versions: observedV3,
  otherwise: [readOlderSshKey],
  answer: sshKey,
});

const createOlderSshKey = defineEndpoint({
  id: 'sshKey.createOlder',
  method: 'POST',
  path: '/servers/{serverId}/sshcredentials',
  versions: { v2: 'observed' },
  body: keyDraft,
  answer: sshKey,
});

export const createSshKey = defineEndpoint({
  id: 'sshKey.create',
  method: 'POST',
  path: '/servers/{serverId}/ssh/credentials',
  versions: observedV3,
  otherwise: [createOlderSshKey],
  body: keyDraft,
  answer: sshKey,
});

const deleteOlderSshKey = defineEndpoint({
  id: 'sshKey.deleteOlder',
  method: 'DELETE',
  path: '/servers/{serverId}/sshcredentials/{sshKeyId}',
  versions: { v2: 'observed' },
  answer: acknowledgement,
});

export const deleteSshKey = defineEndpoint({
  id: 'sshKey.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/ssh/credentials/{sshKeyId}',
  versions: observedV3,
  otherwise: [deleteOlderSshKey],
  answer: acknowledgement,
});
