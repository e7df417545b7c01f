import { defineKind } from './kind';
import { database, listDatabases, readDatabase } from '../../api/contract/database';
import { t } from '../../base/l10n';

export const databaseKind = defineKind({
  id: 'database',
  parent: 'server',
  names: { one: 'Database', many: 'Databases' },
  variable: 'databaseId',
  operations: { list: listDatabases, read: readDatabase },
  icon: 'database',
  offers: () => ['tunnel'],
  schema: database,
  present: (resource) => ({
    label: resource.name,
    description: resource.collation,
    facts: [[t('Created'), resource.created_at]],
  }),
});
