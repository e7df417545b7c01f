import { defineKind, patchWith } from './kind';
import { readSshSettings, sshSettings, updateSshSettings } from '../../api/contract/ssh';

/** The SSH settings of a server (reference §2.8). */
export const sshSettingsKind = defineKind({
  id: 'sshSettings',
  parent: 'server',
  names: { one: 'SSH Settings', many: 'SSH Settings' },
  folder: 'ssh-settings',
  suffix: 'ssh',
  operations: { read: readSshSettings },
  icon: 'terminal',
  schema: sshSettings,
  present: (_resource, t) => ({ label: t('SSH Settings') }),
  document: {
    editing: patchWith(updateSshSettings, ['passwordlessLogin', 'preventRootLogin', 'useDns']),
  },
});
