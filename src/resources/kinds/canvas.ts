import * as z from 'zod/mini';
import { defineKind, type DocumentChange, type Write } from './kind';
import { timeZones } from './webApplication';
import {
  canvas,
  canvasReplacement,
  canvasSummary,
  listCanvases,
  readCanvas,
  replaceCanvas,
} from '../../api/contract/canvas';
import { isJsonObject, type JsonObject, type JsonValue, omit, pick } from '../../base/json';
import { t } from '../../base/l10n';

/** Fields of `settings` that the service sets itself. */
const ownSettings = ['id', 'created_at', 'updated_at'];

const bundleNames = ['themes', 'plugins', 'customThemes', 'customPlugins'];

const settingNames = Object.keys(canvasReplacement.shape.settings.shape);

export const canvasKind = defineKind({
  id: 'canvas',
  parent: undefined,
  names: { one: 'Canvas', many: 'Canvases' },
  folder: 'canvases',
  variable: 'canvasId',
  operations: { list: listCanvases, read: readCanvas },
  icon: 'layout',
  schema: canvasSummary,
  values: { 'settings.timezone': timeZones },
  fieldTexts: {
    name: 'Name of the canvas.',
    themes: 'Themes from the public directory.',
    plugins: 'Plugins from the public directory.',
    customThemes: 'Themes from your own archive.',
    customPlugins: 'Plugins from your own archive.',
    settings: 'Setup of new WordPress sites.',
    'settings.language': 'Locale, such as en_US.',
    'settings.timezone': 'Time zone, such as Europe/Berlin.',
    'settings.dateFormat': 'Date format, such as `F j, Y`.',
    'settings.timeFormat': 'Time format, such as `H:i`.',
    'settings.SEIndexingDisable': 'Ask search engines not to index the site.',
    'settings.organizeUploadFolders': 'Organize uploads in folders by month and year.',
    'settings.permalinkCustom':
      'Permalink structure, such as `/%postname%/`; null for the default.',
    'settings.removeHelloWorld': 'Remove the WordPress sample post.',
    'settings.deleteAllThemes': 'Remove the preinstalled WordPress themes.',
    'settings.deleteAllPlugins': 'Remove the preinstalled WordPress plugins.',
    'settings.deleteUnneededCoreFile': "Remove files WordPress doesn't need.",
    'settings.removeSamplePage': 'Remove the WordPress sample page.',
  },
  present: (resource) => ({ label: resource.name }),
  document: {
    schema: canvas,
    readOnly: (content) =>
      bundleNames.every((name) => isKnown(content[name]))
        ? undefined
        : t('Read-only: parts of it are unknown, and saving would remove them.'),
    editing: {
      schema: z.pick(canvasReplacement, { name: true }),
      writable: [
        'name',
        'themes.data',
        'plugins.data',
        'customThemes.data',
        'customPlugins.data',
        ...settingNames.map((name) => `settings.${name}`),
      ],
      toPath: ([field = '', ...rest]) => {
        const bundle = { selectedThemes: 'themes', selectedPlugins: 'plugins' }[field];
        return bundle ? [bundle, 'data', ...rest] : [field, ...rest];
      },
      toWrites: (change) => [toReplacement(change)],
    },
  },
});

/** A canvas is replaced as a whole, with different field names than in a read (observed). */
function toReplacement({ after }: DocumentChange): Write {
  const bundled = (name: string): JsonObject[] =>
    itemsOf(after[name]).map((item) => pick(item, ['name', 'slug', 'activate']));
  const custom = (name: string, type: string): JsonObject[] =>
    itemsOf(after[name]).map(({ name: label, ...item }) => ({
      ...(label === undefined ? {} : { label }),
      ...pick(item, ['link', 'activate']),
      type,
    }));
  const { settings } = after;
  const body = {
    ...pick(after, ['name']),
    selectedThemes: bundled('themes'),
    selectedPlugins: bundled('plugins'),
    customThemePlugin: [
      ...custom('customThemes', 'custom-theme'),
      ...custom('customPlugins', 'custom-plugin'),
    ],
    settings: isJsonObject(settings) ? omit(settings, ownSettings) : {},
  };
  return { endpoint: replaceCanvas, body };
}

function isKnown(bundle: JsonValue | undefined): boolean {
  if (!isJsonObject(bundle)) return bundle === null;
  const { data } = bundle;
  return data === null || Array.isArray(data) || Object.keys(bundle).length === 0;
}

function itemsOf(bundle: JsonValue | undefined): JsonObject[] {
  const items = isJsonObject(bundle) ? bundle['data'] : undefined;
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}
