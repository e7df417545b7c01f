import type { BundledExtra, Canvas, CustomExtra } from '../../state/account';
import { seedIsoDate } from '../dates';

interface CanvasSeed {
  readonly id: number;
  readonly name: string;
  readonly themes: readonly string[];
  readonly plugins: readonly string[];
  readonly customThemes?: readonly string[];
  readonly customPlugins?: readonly string[];
  readonly settings?: Partial<Canvas['settings']>;
}

function toSlug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** The first one is active; only one theme can be. */
function bundled(firstId: number, names: readonly string[]): BundledExtra[] {
  return names.map((name, place) => ({
    id: firstId + place,
    name,
    activate: place === 0,
    slug: toSlug(name),
  }));
}

function custom(firstId: number, names: readonly string[] = []): CustomExtra[] {
  return names.map((name, place) => ({
    id: firstId + place,
    name,
    activate: true,
    link: `https://downloads.example.com/${toSlug(name)}.zip`,
  }));
}

function canvas(seed: CanvasSeed): Canvas {
  const { id, name } = seed;
  const dates = { created_at: seedIsoDate(50 + id), updated_at: seedIsoDate(250 + id) };
  return {
    id,
    name,
    themes: { data: bundled(id * 10, seed.themes) },
    plugins: { data: bundled(id * 10, seed.plugins) },
    customThemes: { data: custom(id * 10, seed.customThemes) },
    customPlugins: { data: custom(id * 10, seed.customPlugins) },
    settings: {
      id,
      language: 'en_US',
      timezone: 'UTC',
      dateFormat: 'F j, Y',
      timeFormat: 'H:i',
      SEIndexingDisable: false,
      organizeUploadFolders: true,
      permalinkCustom: null,
      removeHelloWorld: true,
      deleteAllThemes: false,
      deleteAllPlugins: false,
      deleteUnneededCoreFile: true,
      removeSamplePage: true,
      ...dates,
      ...seed.settings,
    },
    ...dates,
  };
}

/** Canvases for a blog, a shop and an empty site. */
export const seedCanvases: readonly Canvas[] = [
  canvas({
    id: 1,
    name: 'Blog',
    themes: ['Twenty Twenty-Four', 'Twenty Twenty-Three'],
    plugins: ['Classic Editor', 'Redirection'],
    customPlugins: ['House Style'],
    settings: { permalinkCustom: '/%year%/%postname%/' },
  }),
  canvas({
    id: 2,
    name: 'Shop in German',
    themes: ['Storefront'],
    plugins: ['WooCommerce', 'Query Monitor', 'Redirection'],
    customThemes: ['Shop Child'],
    customPlugins: ['Tax Rules', 'Label Printer'],
    settings: { language: 'de_DE', timezone: 'Europe/Berlin', dateFormat: 'j. F Y' },
  }),
  canvas({
    id: 3,
    name: 'Bare',
    themes: [],
    plugins: [],
    settings: { SEIndexingDisable: true, deleteAllPlugins: true, deleteAllThemes: true },
  }),
];
