import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, sent, timestamp } from './fields';

/** A system user of a server; `deleteable` is the API's spelling (API §2.13). */
export const systemUser = answered({
  id,
  username: z.string(),
  deploymentKey: z.nullable(z.string()),
  deleteable: z.boolean(),
  created_at: timestamp,
});
/** API §4 endpoint 18: the password is not returned. */
export const changeSystemUserPassword = defineEndpoint({
  id: 'systemUser.changePassword',
  method: 'PATCH',
  path: '/servers/{serverId}/users/{systemUserId}/password',
  versions: documentedV3,
  body: sent({ password: z.string() }),
  answer: systemUser,
});

export const listSystemUsers = defineList({
  id: 'systemUser.list',
  path: '/servers/{serverId}/users',
  versions: observedV3,
  filters: ['search'],
  answer: systemUser,
});

export const readSystemUser = defineEndpoint({
  id: 'systemUser.read',
  method: 'GET',
  path: '/servers/{serverId}/users/{systemUserId}',
  versions: observedV3,
  answer: systemUser,
});

/** Generates a new key pair and returns the public key. */
export const makeDeploymentKey = defineEndpoint({
  id: 'systemUser.makeDeploymentKey',
  method: 'PATCH',
  path: '/servers/{serverId}/users/{systemUserId}/deploymentkey',
  versions: observedV3,
  answer: systemUser,
});

export const createSystemUser = defineEndpoint({
  id: 'systemUser.create',
  method: 'POST',
  path: '/servers/{serverId}/users',
  versions: observedV3,
  body: sent({ username: z.string(), password: z.optional(z.string()) }),
  answer: systemUser,
});

/** Refused for users that are not `deleteable`. */
export const deleteSystemUser = defineEndpoint({
  id: 'systemUser.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/users/{systemUserId}',
  versions: observedV3,
  answer: acknowledgement,
});
