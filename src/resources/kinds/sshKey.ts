import { defineKind } from './kind';
import { listSshKeys, readSshKey, sshKey } from '../../api/contract/ssh';
import { t } from '../../base/l10n';

export const sshKeyKind = defineKind({
  id: 'sshKey',
  parent: 'server',
  names: { one: 'SSH Key', many: 'SSH Keys' },
  variable: 'sshKeyId',
  operations: { list: listSshKeys, read: readSshKey },
  icon: 'key',
  schema: sshKey,
  values: { username: { of: 'systemUser', namedBy: 'username', byName: true } },
  fieldTexts: {
    user: 'System user this key logs in as.',
    temporary: 'Temporary: removed automatically later.',
  },
  present: (resource) => ({
    label: resource.label,
    description: resource.temporary ? t('temporary') : undefined,
    facts: [[t('Created'), resource.created_at]],
  }),
});
