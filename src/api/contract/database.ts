import * as z from 'zod';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { acknowledgement, answered, id, sent } from './fields';

/** Observed. */
export const database = answered({
  id,
  name: z.string(),
  collation: z.string().nullish(),
  created_at: z.string().nullish(),
});
/** A database (observed). */
export type Database = z.infer<typeof database>;

/** Observed. */
export const listDatabases = defineList({
  id: 'database.list',
  path: '/servers/{serverId}/databases',
  versions: observedV3,
  answer: database,
});

/** Observed. */
export const readDatabase = defineEndpoint({
  id: 'database.read',
  method: 'GET',
  path: '/servers/{serverId}/databases/{databaseId}',
  versions: observedV3,
  answer: database,
});

/** Observed. */
export const createDatabase = defineEndpoint({
  id: 'database.create',
  method: 'POST',
  path: '/servers/{serverId}/databases',
  versions: observedV3,
  body: sent({ name: z.string(), collation: z.string().optional() }),
  answer: database,
});

/** Observed. */
export const deleteDatabase = defineEndpoint({
  id: 'database.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/databases/{databaseId}',
  versions: observedV3,
  answer: acknowledgement,
});

const grantBody = sent({ id: z.int() });

/** Observed: `id` names the database user. */
export const grantDatabase = defineEndpoint({
  id: 'database.grant',
  method: 'POST',
  path: '/servers/{serverId}/databases/{databaseId}/grant',
  versions: observedV3,
  body: grantBody,
  answer: acknowledgement,
});

/** Observed: a DELETE with a JSON body. */
export const revokeDatabase = defineEndpoint({
  id: 'database.revoke',
  method: 'DELETE',
  path: '/servers/{serverId}/databases/{databaseId}/grant',
  versions: observedV3,
  body: grantBody,
  answer: acknowledgement,
});
