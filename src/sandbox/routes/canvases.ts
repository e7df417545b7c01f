import { Hono } from 'hono';
import * as z from 'zod/mini';
import { canvasReplacement } from '../../api/contract/canvas';
import { readBody } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label } from '../http/input/fields';
import { answerPage } from '../http/paging';
import { itemOf, remove } from '../http/scope';
import {
  type BundledExtra,
  canvas as canvasSchema,
  type Canvas,
  type CustomExtra,
} from '../state/account';
import { newId, type Store } from '../state/store';
import { toIsoTimestamp } from '../state/time';

const settings = z.omit(canvasSchema.shape.settings, {
  id: true,
  created_at: true,
  updated_at: true,
});
const replacement = z.extend(canvasReplacement, { name: label, settings });
type Replacement = z.infer<typeof replacement>;

function canvasOf(context: SandboxContext): Canvas {
  return itemOf(context, context.get('store').world.canvases, 'canvasId', 'canvas');
}

/** Existing entries keep their ids. */
function bundled(
  store: Store,
  before: readonly BundledExtra[],
  selected: Replacement['selectedThemes'],
): BundledExtra[] {
  return selected.map(({ name, slug, activate }) => {
    const id = before.find((extra) => extra.slug === slug)?.id ?? newId(store.world);
    return { id, name, activate, slug };
  });
}

function custom(
  store: Store,
  before: readonly CustomExtra[],
  given: Replacement['customThemePlugin'],
  type: string,
): CustomExtra[] {
  return given
    .filter((extra) => extra.type === type)
    .map(({ label: name, link, activate }) => {
      const id = before.find((extra) => extra.link === link)?.id ?? newId(store.world);
      return { id, name, activate, link };
    });
}

/** Applies a body whose members have different names than in the answer to a read (observed). */
function replace(store: Store, canvas: Canvas, body: Replacement): Canvas {
  const { themes, plugins, customThemes, customPlugins } = canvas;
  const { customThemePlugin } = body;
  const now = toIsoTimestamp(store.now());
  canvas.name = body.name;
  themes.data = bundled(store, themes.data, body.selectedThemes);
  plugins.data = bundled(store, plugins.data, body.selectedPlugins);
  customThemes.data = custom(store, customThemes.data, customThemePlugin, 'custom-theme');
  customPlugins.data = custom(store, customPlugins.data, customThemePlugin, 'custom-plugin');
  Object.assign(canvas.settings, body.settings, { updated_at: now });
  canvas.updated_at = now;
  return canvas;
}

/** WordPress canvases: API §4 endpoint 9; the rest was observed. */
export function canvasRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.get('/settings/wordpress/canvas/:canvasId', (context) => context.json(canvasOf(context)));

  routes.get('/settings/wordpress/canvas', (context) =>
    answerPage(context, context.get('store').world.canvases, 15),
  );
  routes.put('/settings/wordpress/canvas/:canvasId', async (context) => {
    const canvas = canvasOf(context);
    const body = await readBody(context, replacement);
    return context.json(replace(context.get('store'), canvas, body));
  });
  routes.delete('/settings/wordpress/canvas/:canvasId', (context) => {
    const canvas = canvasOf(context);
    remove(context.get('store').world.canvases, canvas);
    return context.json(canvas);
  });
  return routes;
}
