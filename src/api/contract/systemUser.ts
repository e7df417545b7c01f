import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, sent, timestamp } from './fields';

/** A system user of a server; `deleteable` is the API's spelling (API §2.13). */
export const systemUser = answered({
  id,
  username: z.string(),
  deploymentKey: z.nullable(z.string()),
  deleteable: z.boolean(),
  created_at: timestamp,
});

const all = '/servers/{serverId}/users';
const one = '/servers/{serverId}/users/{systemUserId}';

/** API §4 endpoint 18: the password is not returned. */
export const changeSystemUserPassword = defineWrite(
  'systemUser.changePassword',
  'PATCH',
  `${one}/password`,
  { versions: documentedV3, body: sent({ password: z.string() }), answer: systemUser },
);

export const listSystemUsers = defineList('systemUser.list', all, systemUser, {
  filters: ['search'],
});

export const readSystemUser = defineRead('systemUser.read', one, systemUser);

/** Generates a new key pair and returns the public key. */
export const makeDeploymentKey = defineWrite(
  'systemUser.makeDeploymentKey',
  'PATCH',
  `${one}/deploymentkey`,
  { answer: systemUser },
);

export const createSystemUser = defineWrite('systemUser.create', 'POST', all, {
  body: sent({ username: z.string(), password: z.optional(z.string()) }),
  answer: systemUser,
});

/** Refused for users that are not `deleteable`. */
export const deleteSystemUser = defineWrite('systemUser.delete', 'DELETE', one);
