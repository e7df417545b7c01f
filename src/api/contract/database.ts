import * as z from '../schemas';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { databaseUser } from './databaseUser';
import { acknowledgement, answered, id, sent } from './fields';

export const database = answered({
  id,
  name: z.string(),
  collation: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
});
export const listDatabases = defineList({
  id: 'database.list',
  path: '/servers/{serverId}/databases',
  versions: observedV3,
  answer: database,
});

export const readDatabase = defineEndpoint({
  id: 'database.read',
  method: 'GET',
  path: '/servers/{serverId}/databases/{databaseId}',
  versions: observedV3,
  answer: database,
});

export const createDatabase = defineEndpoint({
  id: 'database.create',
  method: 'POST',
  path: '/servers/{serverId}/databases',
  versions: observedV3,
  body: sent({ name: z.string(), collation: z.optional(z.string()) }),
  answer: database,
});

/** May delete the users who have access, too. */
export const deleteDatabase = defineEndpoint({
  id: 'database.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/databases/{databaseId}',
  versions: observedV3,
  body: z.optional(sent({ deleteUser: z.optional(z.boolean()) })),
  answer: acknowledgement,
});

const grantBody = sent({ id: z.int() });

/** `id` is the id of the database user. */
export const grantDatabase = defineEndpoint({
  id: 'database.grant',
  method: 'POST',
  path: '/servers/{serverId}/databases/{databaseId}/grant',
  versions: observedV3,
  body: grantBody,
  answer: acknowledgement,
});

/** A DELETE with a JSON body. */
export const revokeDatabase = defineEndpoint({
  id: 'database.revoke',
  method: 'DELETE',
  path: '/servers/{serverId}/databases/{databaseId}/grant',
  versions: observedV3,
  body: grantBody,
  answer: acknowledgement,
});

export const listDatabaseGrants = defineList({
  id: 'database.grants',
  path: '/servers/{serverId}/databases/{databaseId}/grant',
  versions: observedV3,
  answer: databaseUser,
});

export const readMysqlCollations = defineList({
  id: 'collation.readMysql',
  path: '/static/databases/collations/mysql',
  versions: observedV3,
  answer: z.string(),
});

export const readMariadbCollations = defineList({
  id: 'collation.readMariadb',
  path: '/static/databases/collations/mariadb',
  versions: observedV3,
  answer: z.string(),
});

/** v2 has one list for both. */
export const readCollations = defineList({
  id: 'collation.readAll',
  path: '/static/databases/collations',
  versions: { v2: 'observed' },
  answer: z.string(),
});
