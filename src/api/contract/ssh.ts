import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV3, type Endpoint, observedV3 } from './endpoint';
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

/** @param suffix of the ids of operations at an older path. */
function operationsAt<const Path extends string>(
  path: Path,
  versions: Endpoint['versions'],
  suffix = '',
) {
  const one = `${path}/{sshKeyId}` as const;
  const answer = sshKey;
  return {
    list: defineList({ id: `sshKey.list${suffix}`, path, versions, answer }),
    read: defineEndpoint({
      id: `sshKey.read${suffix}`,
      method: 'GET',
      path: one,
      versions,
      answer,
    }),
    create: defineEndpoint({
      id: `sshKey.create${suffix}`,
      method: 'POST',
      path,
      versions,
      body: keyDraft,
      answer,
    }),
    delete: defineEndpoint({
      id: `sshKey.delete${suffix}`,
      method: 'DELETE',
      path: one,
      versions,
      answer: acknowledgement,
    }),
  };
}

const current = operationsAt('/servers/{serverId}/ssh/credentials', observedV3);
const older = operationsAt('/servers/{serverId}/sshcredentials', { v2: 'observed' }, 'Older');

export const listSshKeys = { ...current.list, otherwise: [older.list] };
export const readSshKey = { ...current.read, otherwise: [older.read] };
export const createSshKey = { ...current.create, otherwise: [older.create] };
export const deleteSshKey = { ...current.delete, otherwise: [older.delete] };
