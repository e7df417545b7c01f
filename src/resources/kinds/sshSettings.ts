import { defineKind, type DocumentChange, type ReadPart, type WrittenPart } from './kind';
import {
  readSshConfig,
  readSshSettings,
  sshConfig,
  sshSettings,
  sshSettingsPatch,
  updateSshConfig,
  updateSshSettings,
} from '../../api/contract/ssh';
import type { Endpoint } from '../../api/contract/endpoint';
import { t } from '../../base/l10n';

const writable = Object.keys(sshSettingsPatch.shape);

/** The settings have three forms (API §2.8). */
function inForm(update: Endpoint) {
  return {
    parent: 'server',
    icon: 'settings-gear',
    fieldTexts: {
      passwordlessLogin: 'Allow login with SSH keys only. Add a key first.',
      preventRootLogin: 'Prevent login as root. Add another privileged user first.',
      useDns: 'Look up client host names (DNS). Logins may take longer.',
    },
    present: (_resource: unknown) => ({ label: t('SSH Settings') }),
    document: {
      editing: {
        schema: sshSettingsPatch,
        worksUnread: true,
        writable,
        toWrites: ({ changed }: DocumentChange) => [{ endpoint: update, body: changed }],
      },
    },
  } as const;
}

/** The SSH settings of a server, in the first of three forms that the service offers. */
export const sshSettingsKind = defineKind({
  ...inForm(updateSshSettings),
  id: 'sshSettings',
  names: { one: 'SSH Settings', many: 'SSH Settings' },
  folder: 'ssh-settings',
  suffix: 'ssh',
  operations: { read: readSshSettings, writesById: [updateSshSettings] },
  schema: sshSettings,
});

const config = inForm(updateSshConfig);

/** The form of endpoint 11 alone, for services that answer the others without doing anything. */
export const sshConfigKind = defineKind({
  ...config,
  id: 'sshConfig',
  shownBy: 'sshSettings',
  names: { one: 'SSH Settings (ssh/config)', many: 'SSH Settings (ssh/config)' },
  operations: { read: readSshConfig, writesById: [updateSshConfig] },
  schema: sshConfig,
  fieldTexts: { ...config.fieldTexts, server_id: 'ID of the server.' },
});

const updateInV2 = { ...updateSshSettings, versions: { v2: 'documented' }, otherwise: [] } as const;

export const olderSshSettingsKind = defineKind({
  ...inForm(updateInV2),
  id: 'olderSshSettings',
  shownBy: 'sshSettings',
  names: { one: 'SSH Settings (v2)', many: 'SSH Settings (v2)' },
  suffix: 'older-ssh',
  operations: {
    read: { ...readSshSettings, versions: { v2: 'observed' }, otherwise: [] },
    writesById: [updateInV2],
  },
  schema: sshSettings,
});

const sshMember = 'ssh';

export const sshPart = {
  read: { member: sshMember, read: readSshSettings, kind: sshSettingsKind.id },
  written: {
    name: () => t('SSH Settings'),
    write: updateSshSettings,
    kind: sshSettingsKind.id,
    fields: writable.map((name) => `${sshMember}.${name}`),
  },
  schema: { [sshMember]: sshSettings },
} satisfies { read: ReadPart; written: WrittenPart; schema: object };
