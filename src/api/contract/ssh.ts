import * as z from 'zod/mini';
import {
  defineList,
  defineRead,
  defineWrite,
  documentedV3,
  type Endpoint,
  observedInBoth,
  observedV3,
} from './endpoint';
import { answered, id, sent, timestamp } from './fields';

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

const settings = '/servers/{serverId}/settings/ssh';
const config = '/servers/{serverId}/ssh/config';

/** API §4 endpoint 11. */
export const updateSshConfig = defineWrite('ssh.updateConfig', 'PATCH', config, {
  versions: documentedV3,
  body: sshSettingsPatch,
  answer: sshConfig,
});

/** API §4 endpoints 12 (v3) and 13 (v2). */
export const updateSshSettings = defineWrite('ssh.updateSettings', 'PATCH', settings, {
  versions: { v3: 'documented', v2: 'documented' },
  otherwise: [updateSshConfig, 'v2'],
  body: sshSettingsPatch,
  answer: sshSettings,
});

/** Observed, on fewer services than `/settings/ssh`. */
export const readSshConfig = defineRead('ssh.readConfig', config, sshConfig);

export const readSshSettings = defineRead('ssh.readSettings', settings, sshSettings, {
  versions: observedInBoth,
  otherwise: [readSshConfig],
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
  const written = { versions, body: keyDraft, answer: sshKey };
  return {
    list: defineList(`sshKey.list${suffix}`, path, sshKey, { versions }),
    read: defineRead(`sshKey.read${suffix}`, one, sshKey, { versions }),
    create: defineWrite(`sshKey.create${suffix}`, 'POST', path, written),
    delete: defineWrite(`sshKey.delete${suffix}`, 'DELETE', one, { versions }),
  };
}

const current = operationsAt('/servers/{serverId}/ssh/credentials', observedV3);
const older = operationsAt('/servers/{serverId}/sshcredentials', { v2: 'observed' }, 'Older');

export const listSshKeys = { ...current.list, otherwise: [older.list] };
export const readSshKey = { ...current.read, otherwise: [older.read] };
export const createSshKey = { ...current.create, otherwise: [older.create] };
export const deleteSshKey = { ...current.delete, otherwise: [older.delete] };
