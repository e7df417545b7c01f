import { defineKind } from './kind';
import {
  readSshConfig,
  readSshSettings,
  sshSettings,
  sshSettingsPatch,
  updateSshConfig,
  updateSshSettings,
} from '../../api/contract/ssh';

/** The SSH settings of a server, in whichever of three ways its service offers (API §2.8). */
export const sshSettingsKind = defineKind({
  id: 'sshSettings',
  parent: 'server',
  names: { one: 'SSH Settings', many: 'SSH Settings' },
  folder: 'ssh-settings',
  suffix: 'ssh',
  operations: {
    read: readSshSettings,
    writesById: [updateSshSettings],
    readOtherwise: [{ endpoint: readSshConfig }, { endpoint: readSshSettings, version: 'v2' }],
  },
  icon: 'terminal',
  schema: sshSettings,
  present: (_resource, t) => ({ label: t('SSH Settings') }),
  document: {
    editing: {
      schema: sshSettingsPatch,
      worksUnread: true,
      writable: ['passwordlessLogin', 'preventRootLogin', 'useDns'],
      toWrites: ({ changed }) => [
        {
          endpoint: updateSshSettings,
          body: changed,
          otherwise: [
            { endpoint: updateSshConfig },
            { endpoint: updateSshSettings, version: 'v2' },
          ],
        },
      ],
    },
  },
});
