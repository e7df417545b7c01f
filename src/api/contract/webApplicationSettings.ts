import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite } from './endpoint';
import { answered, openEnum, sent } from './fields';
import { phpSettings, webApplication } from './webApplication';

export const webApplicationSettings = z.partial(answered(phpSettings));

export const wordPressConfig = z.partial(
  answered({
    disableWpCron: z.boolean(),
    wpDebug: z.boolean(),
  }),
);

const one = '/servers/{serverId}/webapps/{webappId}';

export const readWebApplicationSettings = defineRead(
  'webApplication.settings',
  `${one}/settings`,
  webApplicationSettings,
);

/** `publicPath` is below the root folder. */
export const updateWebApplicationSettings = defineWrite(
  'webApplication.updateSettings',
  'PATCH',
  `${one}/settings/fpmnginx`,
  {
    body: z.partial(
      sent({
        ...phpSettings,
        publicPath: z.string(),
        stack: openEnum('hybrid', 'nativenginx', 'customnginx'),
        stackMode: openEnum('production', 'development'),
      }),
    ),
    answer: webApplication,
  },
);

export const updatePhpVersion = defineWrite(
  'webApplication.updatePhpVersion',
  'PATCH',
  `${one}/settings/php`,
  { body: sent({ phpVersion: z.string() }), answer: webApplication },
);

export const readWordPressConfig = defineRead(
  'webApplication.wordPressConfig',
  `${one}/wordpress/config`,
  wordPressConfig,
);

export const updateWordPressConfig = defineWrite(
  'webApplication.updateWordPressConfig',
  'PATCH',
  `${one}/wordpress/config`,
  { body: sent(wordPressConfig.shape) },
);

export const readTimeZones = defineList('static.timeZones', '/static/timezones', z.string());
