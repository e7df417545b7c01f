import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { readBody } from '../http/input/body';
import { answerArray } from '../http/paging';
import { Refusal } from '../http/refusal';
import { itemOf, webApplicationOf } from '../http/scope';
import { addLogEntry } from '../state/log';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';
import type { Installer } from '../state/webApplication';

const realNames: Readonly<Record<string, string>> = {
  concrete5: 'Concrete CMS',
  drupal: 'Drupal',
  grav: 'Grav',
  joomla: 'Joomla',
  laravel: 'Laravel',
  matomo: 'Matomo',
  mybb: 'MyBB',
  phpmyadmin: 'phpMyAdmin',
  prestashop: 'PrestaShop',
};

const names = Object.keys(realNames);

const draft = z.object({ name: z.enum(names, 'There is no such software to install.') });

async function install(context: SandboxContext): Promise<Installer> {
  const webApplication = webApplicationOf(context);
  const { name } = await readBody(context, draft);
  const { record, log } = webApplication;
  if (webApplication.installer || record.type !== 'custom') {
    throw new Refusal(422, 'Software is installed on this web application already.');
  }
  const store = context.get('store');
  const installer: Installer = {
    id: newId(store.world),
    name,
    realName: realNames[name] ?? name,
    created_at: toTimestamp(store.now()),
  };
  webApplication.installer = installer;
  addLogEntry(log, store.now(), `${installer.realName} was installed on ${record.name}`);
  return installer;
}

function installerOf(context: SandboxContext): Installer {
  const { installer } = webApplicationOf(context);
  return itemOf(context, installer ? [installer] : [], 'installerId', 'installed software');
}

/** Software that can be installed on a web application: all observed. */
export function installerRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/static/webapps/installers', (context) => answerArray(context, names));
  routes.post('/servers/:serverId/webapps/:webappId/installer', async (context) =>
    context.json(await install(context)),
  );
  routes.get('/servers/:serverId/webapps/:webappId/installer/:installerId', (context) =>
    context.json(installerOf(context)),
  );
  routes.delete('/servers/:serverId/webapps/:webappId/installer/:installerId', (context) => {
    const installer = installerOf(context);
    webApplicationOf(context).installer = null;
    return context.json(installer);
  });
  return routes;
}
