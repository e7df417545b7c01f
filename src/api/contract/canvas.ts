import * as z from '../schemas';
import { defineEndpoint, defineList, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, isoTimestamp, openEnum, sent } from './fields';

const bundled = answered({ id, name: z.string(), activate: z.boolean(), slug: z.string() });
const custom = answered({ id, name: z.string(), activate: z.boolean(), link: z.string() });

const settingFields = {
  language: z.string(),
  timezone: z.string(),
  dateFormat: z.string(),
  timeFormat: z.string(),
  SEIndexingDisable: z.boolean(),
  organizeUploadFolders: z.boolean(),
  permalinkCustom: z.nullable(z.string()),
  removeHelloWorld: z.boolean(),
  deleteAllThemes: z.boolean(),
  deleteAllPlugins: z.boolean(),
  deleteUnneededCoreFile: z.boolean(),
  removeSamplePage: z.boolean(),
};

/** A WordPress canvas: a preset bundle of themes, plugins and settings (API §2.6). */
export const canvas = answered({
  id,
  name: z.string(),
  themes: answered({ data: z.array(bundled) }),
  plugins: answered({ data: z.array(bundled) }),
  customThemes: answered({ data: z.array(custom) }),
  customPlugins: answered({ data: z.array(custom) }),
  settings: answered({
    id,
    ...settingFields,
    created_at: isoTimestamp,
    updated_at: isoTimestamp,
  }),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
});
/** Observed: an entry of the canvas list may have fewer fields than a single canvas. */
export const canvasSummary = answered({ id, name: z.string() });

/** Observed: updates use different field names than reads. */
export const canvasReplacement = sent({
  name: z.string(),
  selectedThemes: z.array(sent({ name: z.string(), slug: z.string(), activate: z.boolean() })),
  selectedPlugins: z.array(sent({ name: z.string(), slug: z.string(), activate: z.boolean() })),
  customThemePlugin: z.array(
    sent({
      label: z.string(),
      link: z.string(),
      type: openEnum('custom-theme', 'custom-plugin'),
      activate: z.boolean(),
    }),
  ),
  settings: sent(settingFields),
});

/** API §4 endpoint 9. */
export const readCanvas = defineEndpoint({
  id: 'canvas.read',
  method: 'GET',
  path: '/settings/wordpress/canvas/{canvasId}',
  versions: documentedV3,
  answer: canvas,
});

export const listCanvases = defineList({
  id: 'canvas.list',
  path: '/settings/wordpress/canvas',
  versions: observedV3,
  answer: canvasSummary,
});

export const replaceCanvas = defineEndpoint({
  id: 'canvas.replace',
  method: 'PUT',
  path: '/settings/wordpress/canvas/{canvasId}',
  versions: observedV3,
  body: canvasReplacement,
  answer: canvas,
});

export const deleteCanvas = defineEndpoint({
  id: 'canvas.delete',
  method: 'DELETE',
  path: '/settings/wordpress/canvas/{canvasId}',
  versions: observedV3,
  answer: acknowledgement,
});
