import { nameConstant } from '../../resources/names/constants';
import { commonButtons, fact, members, section, switchItem, textItem } from './parts';
import type { Resource } from '../../resources/kinds/kind';
import type { Section } from '../../pages/model';
import { type PanelContent, showResource } from '../panelKind';
import { t } from '../../base/l10n';

export const cacheConfigurationPanel = showResource('cacheConfiguration', toCacheContent);

interface CacheGroup {
  readonly group: string;
  readonly type: string;
  readonly title: string;
  readonly label: string;
  readonly description: string;
  readonly isTypeWritable?: boolean;
}

function cacheGroups(): readonly CacheGroup[] {
  return [
    {
      group: 'cache_settings',
      type: 'page_cache_type',
      title: t('Page Cache'),
      label: t('Enable page cache'),
      description: t(
        'Stores whole pages, so that visitors get them without running the application.',
      ),
      isTypeWritable: true,
    },
    {
      group: 'object_cache_settings',
      type: 'object_cache_type',
      title: t('Object Cache'),
      label: t('Enable object cache'),
      description: t('Stores results of database queries for later requests.'),
    },
    {
      group: 'cdn_settings',
      type: 'cdn_type',
      title: t('CDN'),
      label: t('Enable CDN'),
      description: t('Delivers files from locations near visitors.'),
    },
  ];
}

function toSection(cache: CacheGroup, settings: unknown): Section {
  const { group, type, title, label, description, isTypeWritable } = cache;
  const values = members(members(settings)[group]);
  const path = ['cacheSettings', group, type];
  return section(group, title, [
    switchItem(label, ['cacheSettings', group, 'enable'], values['enable'], description),
    isTypeWritable
      ? textItem(t('Type'), path, values[type])
      : fact(t('Type'), nameConstant(values[type])),
  ]);
}

/** Leaves out credentials. */
function toCacheContent(configuration: Resource): PanelContent {
  return {
    title: t('Cache Configuration'),
    buttons: [{ id: 'preloadCache', label: t('Preload Page Cache') }, ...commonButtons()],
    summary: [fact(t('Status'), configuration['status'])],
    sections: [
      ...cacheGroups().map((cache) => toSection(cache, configuration['cacheSettings'])),
      {
        id: 'credentials',
        title: t('Credentials'),
        note: t('Loaded on request, and hidden again after 30 seconds.'),
        items: [
          { type: 'secret', id: 'apiKey', label: t('API key') },
          { type: 'secret', id: 'apiSecret', label: t('API secret') },
        ],
      },
    ],
  };
}
