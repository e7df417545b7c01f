import * as z from 'zod/mini';

/** An integration with everything that was sent, more than any answer contains (API §2.4). */
export const integrationState = z.object({
  id: z.int(),
  label: z.string(),
  service: z.string(),
  secret: z.string(),
  username: z.nullable(z.string()),
  url: z.nullable(z.string()),
  region: z.nullable(z.string()),
  created_at: z.string(),
});
/** An integration with everything that was sent (API §2.4). */
export type IntegrationState = z.infer<typeof integrationState>;

const bundled = z.object({
  id: z.int(),
  name: z.string(),
  activate: z.boolean(),
  slug: z.string(),
});
const custom = z.object({ id: z.int(), name: z.string(), activate: z.boolean(), link: z.string() });

/** A theme or plugin of a canvas from the public catalog. */
export type BundledExtra = z.infer<typeof bundled>;
/** A theme or plugin of a canvas from a custom archive. */
export type CustomExtra = z.infer<typeof custom>;

/** A WordPress canvas (API §2.6). */
export const canvas = z.object({
  id: z.int(),
  name: z.string(),
  themes: z.object({ data: z.array(bundled) }),
  plugins: z.object({ data: z.array(bundled) }),
  customThemes: z.object({ data: z.array(custom) }),
  customPlugins: z.object({ data: z.array(custom) }),
  settings: z.object({
    id: z.int(),
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
    created_at: z.string(),
    updated_at: z.string(),
  }),
  created_at: z.string(),
  updated_at: z.string(),
});
/** A WordPress canvas (API §2.6). */
export type Canvas = z.infer<typeof canvas>;

const deployment = z.object({
  id: z.int(),
  hash: z.string(),
  hashShort: z.string(),
  url: z.string(),
  branch: z.string(),
  message: z.string(),
  committer: z.string(),
  releaseName: z.string(),
  status: z.string(),
  startTime: z.string(),
  endTime: z.nullable(z.string()),
});
/** A deployment of an atomic project. */
export type Deployment = z.infer<typeof deployment>;

/** An atomic project; answers include and count its deployments, and omit `webApplication`. */
export const atomicProjectState = z.object({
  record: z.object({
    id: z.int(),
    name: z.string(),
    active: z.boolean(),
    provider: z.string(),
    repository: z.string(),
    branch: z.string(),
    autoDeploy: z.boolean(),
    composerInstall: z.boolean(),
    composerInstallDev: z.boolean(),
    completedNotification: z.boolean(),
    failedNotification: z.boolean(),
    pullKey1: z.string(),
    pullKey2: z.string(),
    repositoryData: z.object({ url: z.string(), repo: z.string() }),
  }),
  /** Null once it was removed from the project. */
  webApplication: z.nullable(z.int()),
  /** Newest first. */
  deployments: z.array(deployment),
  /** The running deployments: when they end, in milliseconds since 1970, and their outcomes. */
  pending: z._default(
    z.array(z.object({ id: z.int(), endsAt: z.int(), fails: z.boolean() })),
    () => [],
  ),
});
/** An atomic project and its deployments. */
export type AtomicProjectState = z.infer<typeof atomicProjectState>;
