import type { Creation } from './creation';
import { password, text, userName } from './fields';
import { readCollationNames } from './collations';
import {
  createDatabase,
  readCollations,
  readMariadbCollations,
  readMysqlCollations,
} from '../../api/contract/database';
import { createDatabaseUser } from '../../api/contract/databaseUser';
import { createSystemUser } from '../../api/contract/systemUser';

/** A system user (API §2.13; creating it is observed). */
export const systemUserCreation: Creation = {
  endpoint: createSystemUser,
  fields: (t) => [userName('username', t('User name'), t), password(t, { isOptional: true })],
};

/** A database (observed). */
export const databaseCreation: Creation = {
  endpoint: createDatabase,
  fields: (t) => [
    text('name', t('Name of the database'), t, { start: '' }),
    {
      type: 'choice',
      name: 'collation',
      prompt: t('Collation'),
      isOpen: true,
      isOptional: true,
      options: async (context, target, signal) => [
        { label: t('Use the Default') },
        ...(await readCollationNames(context, target, signal)),
      ],
    },
  ],
  reads: [readMysqlCollations, readMariadbCollations, readCollations],
};

/** A database user (API §2.14, §4 endpoint 19). */
export const databaseUserCreation: Creation = {
  endpoint: createDatabaseUser,
  fields: (t) => [userName('username', t('User name'), t), password(t)],
};
