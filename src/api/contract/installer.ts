import * as z from '../schemas';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { answered, id, sent } from './fields';

export const installer = answered({
  id,
  name: z.nullish(z.string()),
  realName: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
});

export const readInstallerNames = defineList({
  id: 'static.installers',
  path: '/static/webapps/installers',
  versions: observedV3,
  answer: z.string(),
});

/** Only its answer contains the id. */
export const installSoftware = defineEndpoint({
  id: 'installer.install',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/installer',
  versions: observedV3,
  body: sent({ name: z.string() }),
  answer: installer,
});

export const readInstaller = defineEndpoint({
  id: 'installer.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/installer/{installerId}',
  versions: observedV3,
  answer: installer,
});

export const removeInstaller = defineEndpoint({
  id: 'installer.remove',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/installer/{installerId}',
  versions: observedV3,
  answer: installer,
});
