import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite } from './endpoint';
import { answered, id, sent } from './fields';

export const installer = answered({
  id,
  name: z.nullish(z.string()),
  realName: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
});

const all = '/servers/{serverId}/webapps/{webappId}/installer';
const one = '/servers/{serverId}/webapps/{webappId}/installer/{installerId}';

export const readInstallerNames = defineList(
  'static.installers',
  '/static/webapps/installers',
  z.string(),
);

/** Only its answer contains the id. */
export const installSoftware = defineWrite('installer.install', 'POST', all, {
  body: sent({ name: z.string() }),
  answer: installer,
});

export const readInstaller = defineRead('installer.read', one, installer);

export const removeInstaller = defineWrite('installer.remove', 'DELETE', one, {
  answer: installer,
});
