import { commonButtons, fact, members, text } from './parts';
import { readCacheConfiguration } from '../../../api/contract/cacheConfiguration';
import type { Resource } from '../../../resources/kinds/kind';
import type { Translate } from '../../../shared/translate';
import type { Section } from '../../../webviews/model';
import { toFieldId } from '../fieldId';
import { type PanelContent, showResource } from '../panelKind';

/** The panel of a cache configuration (reference §2.9). */
export const cacheConfigurationPanel = showResource(
  'cacheConfiguration',
  readCacheConfiguration,
  toCacheContent,
);

/** What the panel of a cache configuration shows; its credentials are not part of it. */
export function toCacheContent(configuration: Resource, t: Translate): PanelContent {
  const settings = members(configuration['cacheSettings']);
  const section = (group: string, type: string, title: string, label: string): Section => {
    const values = members(settings[group]);
    const path = ['cacheSettings', group, type];
    // Of the three types only that of the page cache can be written (observed).
    const isWritable = group === 'cache_settings';
    return {
      id: group,
      title,
      items: [
        {
          type: 'switch',
          id: toFieldId(['cacheSettings', group, 'enable']),
          label,
          value: values['enable'] === true,
        },
        isWritable ? text(t('Type'), path, values[type]) : fact(t('Type'), values[type]),
      ],
    };
  };
  return {
    title: t('Cache Configuration'),
    buttons: [{ id: 'preloadCache', label: t('Fill the Page Cache') }, ...commonButtons(t)],
    sections: [
      { id: 'status', title: t('Status'), items: [fact(t('Status'), configuration['status'])] },
      section('cache_settings', 'page_cache_type', t('Page Cache'), t('Keep whole pages')),
      section(
        'object_cache_settings',
        'object_cache_type',
        t('Object Cache'),
        t('Keep results of database queries'),
      ),
      section('cdn_settings', 'cdn_type', t('CDN'), t('Deliver files from places near visitors')),
      {
        id: 'credentials',
        title: t('Credentials'),
        note: t('They are fetched when you ask for them, and hidden again after half a minute.'),
        items: [
          { type: 'secret', id: 'apiKey', label: t('API key') },
          { type: 'secret', id: 'apiSecret', label: t('API secret') },
        ],
      },
    ],
  };
}
