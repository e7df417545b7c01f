import { defineKind, type DocumentChange } from './kind';
import {
  cacheConfiguration,
  readCacheConfiguration,
  updateCacheConfiguration,
} from '../../api/contract/cacheConfiguration';
import { isObject, type JsonObject } from '../../base/json';
import { t } from '../../base/l10n';

/** Writes are flat where reads are nested; only these four members are writable. */
const flatNames = [
  ['pageCacheType', 'cache_settings', 'page_cache_type'],
  ['pageCacheEnabled', 'cache_settings', 'enable'],
  ['cdnEnabled', 'cdn_settings', 'enable'],
  ['objectCacheEnabled', 'object_cache_settings', 'enable'],
] as const;

export const cacheConfigurationKind = defineKind({
  id: 'cacheConfiguration',
  parent: 'webApplication',
  names: { one: 'Cache Configuration', many: 'Cache Configurations' },
  operations: { read: readCacheConfiguration },
  icon: 'zap',
  schema: cacheConfiguration,
  fieldTexts: {
    cacheSettings: 'Caches.',
    'cacheSettings.cache_settings': 'Page cache.',
    'cacheSettings.cache_settings.enable': 'Cache pages.',
    'cacheSettings.cache_settings.page_cache_type': 'Page cache type, such as platform-native.',
    'cacheSettings.cdn_settings': 'Content delivery network.',
    'cacheSettings.cdn_settings.enable': 'Enabled.',
    'cacheSettings.cdn_settings.cdn_type': 'Current value; empty if not set.',
    'cacheSettings.object_cache_settings': 'Object cache.',
    'cacheSettings.object_cache_settings.enable': 'Cache objects.',
    'cacheSettings.object_cache_settings.object_cache_type': 'Current value; empty if not set.',
  },
  present: (resource) => ({ label: t('Cache Configuration'), description: resource.status }),
  document: {
    editing: {
      writable: flatNames.map(([, group, member]) => `cacheSettings.${group}.${member}`),
      toPath: ([field]) => {
        const [, group, member] = flatNames.find(([name]) => name === field) ?? [];
        return group && member ? ['cacheSettings', group, member] : [];
      },
      toWrites: (change) => [{ endpoint: updateCacheConfiguration, body: toFlatBody(change) }],
    },
  },
});

function toFlatBody({ changed }: DocumentChange): JsonObject {
  const settings = changed['cacheSettings'];
  return Object.fromEntries(
    flatNames.flatMap(([name, group, member]) => {
      const members = isObject(settings) ? settings[group] : undefined;
      const value = isObject(members) ? members[member] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
