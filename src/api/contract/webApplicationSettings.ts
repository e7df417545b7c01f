import * as z from '../schemas';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { acknowledgement, answered, openEnum, sent } from './fields';
import { phpSettings, webApplication } from './webApplication';

export const webApplicationSettings = z.partial(answered(phpSettings));

export const wordPressConfig = z.partial(
  answered({
    disableWpCron: z.boolean(),
    wpDebug: z.boolean(),
  }),
);

export const readWebApplicationSettings = defineEndpoint({
  id: 'webApplication.settings',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/settings',
  versions: observedV3,
  answer: webApplicationSettings,
});

/** `publicPath` is below the root folder. */
export const updateWebApplicationSettings = defineEndpoint({
  id: 'webApplication.updateSettings',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/settings/fpmnginx',
  versions: observedV3,
  body: z.partial(
    sent({
      ...phpSettings,
      publicPath: z.string(),
      stack: openEnum('hybrid', 'nativenginx', 'customnginx'),
      stackMode: openEnum('production', 'development'),
    }),
  ),
  answer: webApplication,
});

export const updatePhpVersion = defineEndpoint({
  id: 'webApplication.updatePhpVersion',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/settings/php',
  versions: observedV3,
  body: sent({ phpVersion: z.string() }),
  answer: webApplication,
});

export const readWordPressConfig = defineEndpoint({
  id: 'webApplication.wordPressConfig',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/wordpress/config',
  versions: observedV3,
  answer: wordPressConfig,
});

export const updateWordPressConfig = defineEndpoint({
  id: 'webApplication.updateWordPressConfig',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/wordpress/config',
  versions: observedV3,
  body: sent(wordPressConfig.shape),
  answer: acknowledgement,
});

export const readTimeZones = defineList({
  id: 'static.timeZones',
  path: '/static/timezones',
  versions: observedV3,
  answer: z.string(),
});
