import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite } from './endpoint';
import { databaseUser } from './databaseUser';
import { answered, id, sent } from './fields';

export const database = answered({
  id,
  name: z.string(),
  collation: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
});

const all = '/servers/{serverId}/databases';
const one = '/servers/{serverId}/databases/{databaseId}';
const grants = '/servers/{serverId}/databases/{databaseId}/grant';

export const listDatabases = defineList('database.list', all, database);
export const readDatabase = defineRead('database.read', one, database);

export const createDatabase = defineWrite('database.create', 'POST', all, {
  body: sent({ name: z.string(), collation: z.optional(z.string()) }),
  answer: database,
});

/** May delete the users who have access, too. */
export const deleteDatabase = defineWrite('database.delete', 'DELETE', one, {
  body: z.optional(sent({ deleteUser: z.optional(z.boolean()) })),
});

const grantBody = sent({ id: z.int() });

/** `id` is the id of the database user. */
export const grantDatabase = defineWrite('database.grant', 'POST', grants, { body: grantBody });

/** A DELETE with a JSON body. */
export const revokeDatabase = defineWrite('database.revoke', 'DELETE', grants, { body: grantBody });
export const listDatabaseGrants = defineList('database.grants', grants, databaseUser);

const collations = '/static/databases/collations';

export const readMysqlCollations = defineList(
  'collation.readMysql',
  `${collations}/mysql`,
  z.string(),
);
export const readMariadbCollations = defineList(
  'collation.readMariadb',
  `${collations}/mariadb`,
  z.string(),
);

/** v2 has one list for both. */
export const readCollations = defineList('collation.readAll', collations, z.string(), {
  versions: { v2: 'observed' },
});
