import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV2, observedV2 } from './endpoint';
import { answered, id, sent, timestamp } from './fields';

/** Response body for a database user (API §2.14). */
export const databaseUser = answered({ id, username: z.string(), created_at: timestamp });

const all = '/servers/{serverId}/databaseusers';
const one = '/servers/{serverId}/databaseusers/{databaseUserId}';

/** API §4 endpoint 19. */
export const createDatabaseUser = defineWrite('databaseUser.create', 'POST', all, {
  versions: documentedV2,
  body: sent({ username: z.string(), password: z.string() }),
  answer: databaseUser,
});

export const listDatabaseUsers = defineList('databaseUser.list', all, databaseUser, {
  versions: observedV2,
});

export const readDatabaseUser = defineRead('databaseUser.read', one, databaseUser, {
  versions: observedV2,
});

export const deleteDatabaseUser = defineWrite('databaseUser.delete', 'DELETE', one, {
  versions: observedV2,
});

export const changeDatabaseUserPassword = defineWrite('databaseUser.changePassword', 'PATCH', one, {
  versions: observedV2,
  body: sent({ password: z.string() }),
});
