import { defineKind, type ReadPart, type WrittenPart } from './kind';
import {
  readSshSettings,
  sshSettings,
  sshSettingsPatch,
  updateSshSettings,
} from '../../api/contract/ssh';
import { t } from '../../base/l10n';

const writable = Object.keys(sshSettingsPatch.shape);

/** The SSH settings of a server, in one of three ways, depending on the service (API §2.8). */
export const sshSettingsKind = defineKind({
  id: 'sshSettings',
  parent: 'server',
  names: { one: 'SSH Settings', many: 'SSH Settings' },
  folder: 'ssh-settings',
  suffix: 'ssh',
  operations: {
    read: readSshSettings,
    writesById: [updateSshSettings],
  },
  icon: 'terminal',
  schema: sshSettings,
  fieldTexts: {
    passwordlessLogin: 'Allow login with SSH keys only. Add a key first.',
    preventRootLogin: 'Prevent login as root. Add another privileged user first.',
    useDns: 'Look up client host names (DNS). Logins may take longer.',
  },
  present: (_resource) => ({ label: t('SSH Settings') }),
  document: {
    editing: {
      schema: sshSettingsPatch,
      worksUnread: true,
      writable,
      toWrites: ({ changed }) => [{ endpoint: updateSshSettings, body: changed }],
    },
  },
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
