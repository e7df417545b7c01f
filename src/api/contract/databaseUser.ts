import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV2, observedV2 } from './endpoint';
import { acknowledgement, answered, id, sent, timestamp } from './fields';

/** Response body for a database user (API §2.14). */
export const databaseUser = answered({ id, username: z.string(), created_at: timestamp });
/** API §4 endpoint 19. */
export const createDatabaseUser = defineEndpoint({
  id: 'databaseUser.create',
  method: 'POST',
  path: '/servers/{serverId}/databaseusers',
  versions: documentedV2,
  body: sent({ username: z.string(), password: z.string() }),
  answer: databaseUser,
});

export const listDatabaseUsers = defineList({
  id: 'databaseUser.list',
  path: '/servers/{serverId}/databaseusers',
  versions: observedV2,
  answer: databaseUser,
});

export const readDatabaseUser = defineEndpoint({
  id: 'databaseUser.read',
  method: 'GET',
  path: '/servers/{serverId}/databaseusers/{databaseUserId}',
  versions: observedV2,
  answer: databaseUser,
});

export const deleteDatabaseUser = defineEndpoint({
  id: 'databaseUser.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/databaseusers/{databaseUserId}',
  versions: observedV2,
  answer: acknowledgement,
});

export const changeDatabaseUserPassword = defineEndpoint({
  id: 'databaseUser.changePassword',
  method: 'PATCH',
  path: '/servers/{serverId}/databaseusers/{databaseUserId}',
  versions: observedV2,
  body: sent({ password: z.string() }),
  answer: acknowledgement,
});
