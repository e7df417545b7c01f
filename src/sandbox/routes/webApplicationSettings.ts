import { Hono } from 'hono';
import * as z from 'zod/mini';
import { timeZones } from './fixedLists';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { readBody, readChanges } from '../http/input/body';
import { label, publicPath } from '../http/input/fields';
import {
  phpFields,
  phpVersion,
  phpVersions,
  spareFields,
  stack,
  stackMode,
} from '../http/input/phpFields';
import { readPageQuery, slicePage } from '../http/paging';
import { invalidField, Refusal } from '../http/refusal';
import { serverContentsOf, serverOf, webApplicationOf } from '../http/scope';
import { defaultPhpSettings } from '../seed/parts/phpSettings';
import { addLogEntry } from '../state/log';
import { toPublicPath } from '../state/publicPath';
import type { WebApplicationState } from '../state/webApplication';

const changes = z.partial(
  z.extend(phpFields, {
    publicPath,
    stack,
    stackMode,
    timezone: label.check(z.refine(isTimeZone, 'Must be a time zone such as Europe/Berlin.')),
  }),
);
type Changes = z.infer<typeof changes>;

const version = z.object({ phpVersion });

function isTimeZone(text: string): boolean {
  return timeZones().includes(text);
}

/** All settings: a state stored by an older sandbox has fewer. */
function settingsOf({ settings }: WebApplicationState): WebApplicationState['settings'] {
  return { ...defaultPhpSettings, ...settings };
}

function refuseSpareFields(given: Changes, before: WebApplicationState['settings']): void {
  const fields = spareFields.filter(
    (field) => given[field] !== undefined && given[field] !== before[field],
  );
  if (fields.length === 0) return;
  const sentence = 'This field is only available when process manager is dynamic.';
  const errors = Object.fromEntries(fields.map((field) => [field, [sentence]]));
  throw new Refusal(422, 'The given data was invalid.', errors);
}

/** PHP doesn't start if these numbers contradict each other. */
function checkSpareFields(effective: WebApplicationState['settings']): void {
  const value = (name: string): number => Number(effective[`processManager${name}`]);
  const [start, least, most] = [
    value('StartServers'),
    value('MinSpareServers'),
    value('MaxSpareServers'),
  ];
  if (most < least) {
    throw invalidField(spareFields[2], 'Must not be less than the minimum of spare servers.');
  }
  if (most > value('MaxChildren')) {
    throw invalidField(spareFields[2], 'Must not be greater than the maximum of children.');
  }
  if (start < least || start > most) {
    throw invalidField(spareFields[0], 'Must be from the minimum to the maximum of spare servers.');
  }
}

async function change(context: SandboxContext): Promise<WebApplicationState['record']> {
  const webApplication = webApplicationOf(context);
  const given = await readChanges(context, changes);
  const { publicPath, stack, stackMode, ...settings } = given;
  const before = settingsOf(webApplication);
  const effective = Object.assign({ ...before }, settings);
  if (effective['processManager'] !== 'dynamic') refuseSpareFields(given, before);
  else if (Object.keys(given).some((field) => field.startsWith('processManager'))) {
    checkSpareFields(effective);
  }
  webApplication.settings = effective;
  const { record } = webApplication;
  record.publicPath =
    publicPath === undefined ? record.publicPath : toPublicPath(record.rootPath, publicPath);
  record.stack = stack ?? record.stack;
  record.stackMode = stackMode ?? record.stackMode;
  const now = context.get('store').now();
  addLogEntry(webApplication.log, now, `Settings of ${record.name} were changed`);
  return record;
}

/** Settings of PHP and NGINX of a web application: all observed. */
export function webApplicationSettingRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/webapps/:webappId/settings', (context) =>
    context.json(settingsOf(webApplicationOf(context))),
  );
  routes.patch('/servers/:serverId/webapps/:webappId/settings/fpmnginx', async (context) =>
    context.json(await change(context)),
  );
  return routes;
}

/** PHP versions of a web application and of the command line: all observed. */
export function phpVersionRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/php/version', (context) => {
    serverContentsOf(context);
    return context.json(slicePage(phpVersions, readPageQuery(context, 40)));
  });
  routes.patch('/servers/:serverId/webapps/:webappId/settings/php', async (context) => {
    const { record, settings, log } = webApplicationOf(context);
    const { phpVersion } = await readBody(context, version);
    record.phpVersion = phpVersion;
    settings['phpVersion'] = phpVersion;
    addLogEntry(log, context.get('store').now(), `${record.name} runs ${phpVersion}`);
    return context.json(record);
  });
  routes.patch('/servers/:serverId/php/cli', async (context) => {
    const { record } = serverOf(context);
    record.phpCLIVersion = (await readBody(context, version)).phpVersion;
    return context.json(record);
  });
  return routes;
}
