import * as z from 'zod/mini';
import {
  join,
  defineKind,
  type DocumentChange,
  type Resource,
  saveInParts,
  type ValueSource,
} from './kind';
import { nameConstant, namePhp } from '../names/constants';
import {
  listWebApplications,
  phpSettings,
  readPhpVersions,
  readTimeZones,
  readWebApplication,
  readWebApplicationSettings,
  readWordPressConfig,
  updatePhpVersion,
  updateWebApplicationSettings,
  updateWordPressConfig,
  webApplication,
  webApplicationDraft,
  webApplicationSettings,
  wordPressConfig,
} from '../../api/contract/webApplication';
import { isJsonObject, isObject, type JsonObject, omit, omitNulls, pick } from '../../base/json';
import { t } from '../../base/l10n';

/** These only apply to the process manager `dynamic`, which needs all of them. */
export const spareFields = [
  'processManagerStartServers',
  'processManagerMinSpareServers',
  'processManagerMaxSpareServers',
];

/** Members that its settings repeat from the web application itself. */
const repeated = Object.keys(webApplication.shape);

const { stack, stackMode } = webApplicationDraft.shape;

export const timeZones: ValueSource = {
  list: readTimeZones,
  otherwise: () => ['UTC', ...Intl.supportedValuesOf('timeZone')],
};

/** A web application of a server (observed): one document of three reads and up to three writes. */
export const webApplicationKind = defineKind({
  id: 'webApplication',
  parent: 'server',
  names: { one: 'Web Application', many: 'Web Applications' },
  variable: 'webappId',
  operations: {
    list: listWebApplications,
    read: readWebApplication,
    parts: [
      { member: 'settings', read: readWebApplicationSettings },
      {
        member: 'wordpress',
        read: readWordPressConfig,
        isIn: ({ type }) => type === 'wordpress' || type === undefined || type === null,
      },
    ],
  },
  icon: 'globe',
  offers: () => ['connect', 'followLog', 'installSoftware', 'tunnel', 'page', 'website', 'pin'],
  schema: webApplication,
  values: {
    user: { of: 'systemUser', namedBy: 'username' },
    phpVersion: { list: readPhpVersions, isComplete: true },
    timezone: timeZones,
    'settings.timezone': timeZones,
  },
  fieldTexts: {
    server_user_id: 'ID of the owning system user.',
    rootPath: 'Root folder.',
    publicPath: 'Public folder, in or below the root folder.',
    type: 'wordpress or custom.',
    defaultApp: 'Answers requests for unknown domains.',
    alias: 'ID of the web application whose alias it is.',
    processManagerMaxRequests:
      'Requests after which a process is restarted; usually 500, 0 for no limit.',
    uploadMaxFilesize:
      'Max size of an uploaded file in MB; usually 256, and at most the size of a POST request.',
    settings: 'PHP settings.',
    wordpress: 'Constants in wp-config.php.',
    'wordpress.disableWpCron':
      'Turn off the cron of WordPress (DISABLE_WP_CRON); usually false, or true with a cron job in its place.',
    'wordpress.wpDebug': 'Debug mode (WP_DEBUG); usually false in production.',
  },
  present: (resource) => ({
    label: resource.name,
    description: join([nameConstant(resource.type), namePhp(resource.phpVersion)]),
    icon: resource.type === 'wordpress' ? { id: 'book' } : undefined,
    facts: [
      [t('Type'), nameConstant(resource.type)],
      [t('PHP'), namePhp(resource.phpVersion)],
      [
        t('Stack'),
        join(
          [resource.stack, resource.stackMode].map((each) => nameConstant(each)),
          ', ',
        ),
      ],
      [t('Root folder'), resource.rootPath],
      [t('Public folder'), resource.publicPath],
      [t('Created'), resource.created_at],
    ],
  }),
  document: {
    schema: z.extend(webApplication, {
      stack,
      stackMode,
      settings: webApplicationSettings,
      wordpress: wordPressConfig,
    }),
    toContent: withoutUnusedSettings,
    editing: {
      // The service completes it.
      readsDiffer: ['publicPath'],
      ...saveInParts([
        { name: () => t('PHP Version'), write: updatePhpVersion, fields: ['phpVersion'] },
        {
          name: () => t('Settings'),
          write: updateWebApplicationSettings,
          fields: [
            'publicPath',
            'stack',
            'stackMode',
            ...Object.keys(phpSettings).map((name) => `settings.${name}`),
          ],
          complete: completeWrite,
        },
        {
          name: () => t('WordPress'),
          write: updateWordPressConfig,
          fields: Object.keys(wordPressConfig.shape).map((name) => `wordpress.${name}`),
        },
      ]),
    },
  },
});

function isDynamic(settings: unknown): boolean {
  return isObject(settings) && settings['processManager'] === 'dynamic';
}

/** Services return the fields of `dynamic` with every process manager, but accept them only there. */
function withoutUnusedSettings(resource: Resource): JsonObject {
  const content = resource as JsonObject;
  const { settings } = content;
  if (!isJsonObject(settings)) return content;
  const unused = isDynamic(settings) ? repeated : [...repeated, ...spareFields];
  return { ...content, settings: omit(settings, unused) };
}

function completeWrite(fields: JsonObject, { after }: DocumentChange): JsonObject {
  const { settings, rootPath, publicPath: folder } = after;
  const isAboutProcesses = Object.keys(fields).some((name) => name.startsWith('processManager'));
  const beside =
    isAboutProcesses && isJsonObject(settings) && isDynamic(settings)
      ? omitNulls(pick(settings, ['processManager', ...spareFields]))
      : {};
  const publicPath = belowRoot(folder, rootPath);
  return {
    ...beside,
    ...fields,
    // Reads return a path on the server; writes take one below the root folder.
    ...('publicPath' in fields && publicPath !== undefined ? { publicPath } : {}),
  };
}

/** The path of a folder below the root folder, empty for that; undefined if it's elsewhere. */
export function belowRoot(folder: unknown, root: unknown): string | undefined {
  if (typeof folder !== 'string' || typeof root !== 'string' || root === '') return undefined;
  const isBelow = folder === root || folder.startsWith(`${root}/`);
  return isBelow ? folder.slice(root.length) : undefined;
}
