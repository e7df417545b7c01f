import { commonButtons, fact, members, moment, objects, yesOrNo } from './parts';
import { readCanvas } from '../../../api/contract/canvas';
import type { Resource } from '../../../resources/kinds/kind';
import type { Translate } from '../../../shared/translate';
import type { Section } from '../../../webviews/model';
import { type PanelContent, showResource } from '../panelKind';
import { toVisible } from '../safeText';

/** The panel of a canvas (reference §2.6). */
export const canvasPanel = showResource('canvas', readCanvas, toCanvasContent);

/** What the panel of a canvas shows. */
export function toCanvasContent(canvas: Resource, t: Translate): PanelContent {
  return {
    title: toVisible(canvas['name']),
    buttons: [{ id: 'compareCanvases', label: t('Compare…') }, ...commonButtons(t)],
    sections: [
      bundle('themes', t('Themes'), canvas, t),
      bundle('plugins', t('Plugins'), canvas, t),
      bundle('customThemes', t('Custom Themes'), canvas, t),
      bundle('customPlugins', t('Custom Plugins'), canvas, t),
      ...settings(members(canvas['settings']), t),
      {
        id: 'dates',
        title: t('Dates'),
        items: [
          moment(t('Created'), canvas['created_at']),
          moment(t('Changed'), canvas['updated_at']),
        ],
      },
    ],
  };
}

function bundle(name: string, title: string, canvas: Resource, t: Translate): Section {
  return {
    id: name,
    title,
    empty: t('none'),
    items: objects(members(canvas[name])['data']).map((item) => ({
      type: 'entry',
      label: toVisible(item['name']),
      ...(item['slug'] === undefined ? {} : { detail: toVisible(item['slug']) }),
      ...(typeof item['link'] === 'string' && item['link'].length < 2_000
        ? { detail: toVisible(item['link']), link: item['link'] }
        : {}),
      badge: item['activate'] === true ? t('activated') : t('not activated'),
      tone: item['activate'] === true ? 'good' : 'quiet',
    })),
  };
}

function settings(values: Readonly<Record<string, unknown>>, t: Translate): Section[] {
  return [
    {
      id: 'language',
      title: t('Language and Time'),
      items: [
        fact(t('Language'), values['language']),
        fact(t('Time zone'), values['timezone']),
        fact(t('Date format'), values['dateFormat']),
        fact(t('Time format'), values['timeFormat']),
      ],
    },
    {
      id: 'site',
      title: t('Site'),
      items: [
        fact(t('Permalinks'), values['permalinkCustom']),
        yesOrNo(t('Hidden from search engines'), values['SEIndexingDisable'], t),
        yesOrNo(t('Uploads in folders by month'), values['organizeUploadFolders'], t),
      ],
    },
    {
      id: 'cleaning',
      title: t('Cleaning Up'),
      items: [
        yesOrNo(t('Remove the Hello World post'), values['removeHelloWorld'], t),
        yesOrNo(t('Remove the sample page'), values['removeSamplePage'], t),
        yesOrNo(t('Delete all other themes'), values['deleteAllThemes'], t),
        yesOrNo(t('Delete all other plugins'), values['deleteAllPlugins'], t),
        yesOrNo(t('Delete unneeded core files'), values['deleteUnneededCoreFile'], t),
      ],
    },
  ];
}
