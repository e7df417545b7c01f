import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, isoTimestamp, openEnum, sent } from './fields';

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

const all = '/settings/wordpress/canvas';
const one = '/settings/wordpress/canvas/{canvasId}';

/** API §4 endpoint 9. */
export const readCanvas = defineRead('canvas.read', one, canvas, { versions: documentedV3 });
export const listCanvases = defineList('canvas.list', all, canvasSummary);

export const replaceCanvas = defineWrite('canvas.replace', 'PUT', one, {
  body: canvasReplacement,
  answer: canvas,
});

export const deleteCanvas = defineWrite('canvas.delete', 'DELETE', one);
