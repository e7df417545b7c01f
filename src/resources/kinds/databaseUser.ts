import { onlyItsPassword, defineKind } from './kind';
import { databaseUser, listDatabaseUsers, readDatabaseUser } from '../../api/contract/databaseUser';
import { t } from '../../base/l10n';

export const databaseUserKind = defineKind({
  id: 'databaseUser',
  parent: 'server',
  names: { one: 'Database User', many: 'Database Users' },
  variable: 'databaseUserId',
  operations: { list: listDatabaseUsers, read: readDatabaseUser },
  icon: 'person',
  schema: databaseUser,
  fieldTexts: { username: 'Name: lowercase letters, digits, - and _.' },
  present: (resource) => ({
    label: resource.username,
    facts: [[t('Created'), resource.created_at]],
  }),
  document: { readOnly: onlyItsPassword },
});
