import type { JsonValue } from '../../../src/base/json';
import type { KindId } from '../../../src/resources/kinds/kinds';

/** Values for a field in tests: two or more that the service accepts, and some that it rejects. */
export interface EditableField {
  /** Its path in the document. */
  readonly path: string;
  readonly good: readonly JsonValue[];
  readonly bad?: readonly JsonValue[];
}

/** A resource of the seed data whose document can be edited. */
export interface EditableKind {
  readonly kind: KindId;
  readonly ids: readonly number[];
  readonly fields: readonly EditableField[];
  /** Values that a person has to enter because a read doesn't return them. */
  readonly unsaid?: Readonly<Record<string, JsonValue>>;
}

const booleans = [true, false];
const names = ['one', 'two', 'three ☂ "quoted"', 'vier\\fünf'];

/** One resource of every kind that can be edited. */
export const editableKinds: readonly EditableKind[] = [
  {
    kind: 'sshSettings',
    ids: [1],
    fields: [
      { path: 'passwordlessLogin', good: booleans },
      { path: 'preventRootLogin', good: booleans },
      { path: 'useDns', good: booleans, bad: ['yes'] },
    ],
  },
  {
    kind: 'server',
    ids: [1],
    fields: [
      { path: 'name', good: names, bad: [''] },
      { path: 'provider', good: ['vultr', 'linode', 'elsewhere'] },
      { path: 'softwareUpdate', good: booleans, bad: ['sometimes'] },
      { path: 'securityUpdate', good: booleans },
      { path: 'phpCLIVersion', good: ['php81', 'php82', 'php84'], bad: ['php50'] },
      { path: 'tags', good: [['shop'], ['shop', 'eu'], []] },
    ],
  },
  {
    kind: 'cronJob',
    ids: [1, 101],
    fields: [
      { path: 'label', good: names },
      { path: 'command', good: ['/bin/true', '/bin/false -x'] },
      { path: 'minute', good: ['*/5', '0', '1,2'], bad: ['99x'] },
      { path: 'hour', good: ['*', '3'] },
    ],
  },
  {
    kind: 'waf',
    ids: [1, 101],
    fields: [
      { path: 'isEnabled', good: booleans },
      { path: 'paranoia', good: [1, 2, 3, 4], bad: [9, 'high'] },
      { path: 'anomaly', good: [3, 5, 7] },
      { path: 'rulesExclusion.drupal', good: booleans },
      { path: 'rulesExclusion.magento', good: booleans },
    ],
  },
  {
    kind: 'hubCache',
    ids: [1, 101],
    fields: [
      { path: 'nginxCacheType', good: ['native', 'sr', 'other'] },
      { path: 'cacheFolderSize', good: [64, 128, 256], bad: [0] },
      { path: 'cacheValidMinute', good: [5, 10, 15] },
    ],
  },
  {
    kind: 'cacheConfiguration',
    ids: [1, 101],
    fields: [
      { path: 'cacheSettings.cache_settings.enable', good: booleans },
      {
        path: 'cacheSettings.cache_settings.page_cache_type',
        good: ['platform-native', 'a', 'b'],
        bad: [''],
      },
      { path: 'cacheSettings.cdn_settings.enable', good: booleans },
      { path: 'cacheSettings.object_cache_settings.enable', good: booleans },
    ],
  },
  {
    kind: 'webApplication',
    ids: [1, 101],
    fields: [
      { path: 'phpVersion', good: ['php81', 'php82', 'php84'], bad: ['php50'] },
      { path: 'settings.memoryLimit', good: [128, 256, 512], bad: [0] },
      { path: 'settings.timezone', good: ['UTC', 'Europe/Berlin'], bad: ['Berlin'] },
      { path: 'settings.xssProtection', good: booleans },
      { path: 'stackMode', good: ['production', 'development'], bad: ['debugging'] },
      { path: 'wordpress.wpDebug', good: booleans },
      { path: 'wordpress.disableWpCron', good: booleans },
    ],
  },
  {
    kind: 'integration',
    ids: [1],
    fields: [{ path: 'label', good: names, bad: [''] }],
  },
  {
    kind: 'ssl',
    ids: [1, 101, 101],
    fields: [
      { path: 'provider', good: ['letsencrypt', 'custom', 'csr'], bad: [''] },
      { path: 'enableHttp', good: booleans },
      { path: 'enableHsts', good: booleans },
      { path: 'environment', good: ['live', 'staging'] },
    ],
    unsaid: { advancedSSL: false, autoSSL: true },
  },
  {
    kind: 'canvas',
    ids: [1],
    fields: [
      { path: 'name', good: names, bad: [''] },
      { path: 'settings.language', good: ['en_US', 'de_DE', 'ja'] },
      { path: 'settings.removeHelloWorld', good: booleans },
      { path: 'settings.permalinkCustom', good: [null, '/%postname%/'] },
    ],
  },
];
