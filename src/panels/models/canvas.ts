import {
  commonButtons,
  datesSection,
  members,
  objects,
  section,
  switchItem,
  switchValue,
  textItem,
} from './parts';
import type { Resource } from '../../resources/kinds/kind';
import type { Item, Section } from '../../pages/model';
import { toFieldId } from '../fieldId';
import { type PanelContent, showResource } from '../panelKind';
import { toVisible } from '../../base/foreignText';
import { t } from '../../base/l10n';

export const canvasPanel = showResource('canvas', toCanvasContent);

export function toCanvasContent(canvas: Resource): PanelContent {
  return {
    title: toVisible(canvas['name']),
    buttons: [{ id: 'compareWithOther', label: t('Compare…') }, ...commonButtons()],
    sections: [
      section('general', t('General'), [textItem(t('Name'), ['name'], canvas['name'])]),
      bundle('themes', t('Themes'), canvas),
      bundle('plugins', t('Plugins'), canvas),
      bundle('customThemes', t('Custom Themes'), canvas),
      bundle('customPlugins', t('Custom Plugins'), canvas),
      ...settings(members(canvas['settings'])),
      datesSection(canvas),
    ],
  };
}

function bundle(name: string, title: string, canvas: Resource): Section {
  const { data } = members(canvas[name]);
  return {
    id: name,
    title,
    empty: Array.isArray(data) ? t('None.') : t('No data.'),
    items: objects(data).map((item) => ({
      type: 'entry',
      label: toVisible(item['name']),
      ...(item['slug'] === undefined ? {} : { detail: toVisible(item['slug']) }),
      ...(typeof item['link'] === 'string' && item['link'].length < 2_000
        ? { detail: toVisible(item['link']), link: item['link'] }
        : {}),
      toggle: {
        id: toFieldId([name, 'data', JSON.stringify(item['id'] ?? null), 'activate']),
        label: t('Active'),
        value: switchValue(item['activate']),
      },
    })),
  };
}

function settings(values: Readonly<Record<string, unknown>>): Section[] {
  const setting = (name: string, label: string): Item =>
    textItem(label, ['settings', name], values[name]);
  const flag = (name: string, label: string): Item =>
    switchItem(label, ['settings', name], values[name]);
  return [
    section('language', t('Language and Time'), [
      setting('language', t('Language')),
      setting('timezone', t('Time zone')),
      setting('dateFormat', t('Date format')),
      setting('timeFormat', t('Time format')),
    ]),
    section('site', t('Site'), [
      setting('permalinkCustom', t('Permalinks')),
      flag('SEIndexingDisable', t('Hidden from search engines')),
      flag('organizeUploadFolders', t('Organize uploads by month')),
    ]),
    section('cleaning', t('Cleaning Up'), [
      flag('removeHelloWorld', t('Remove the Hello World post')),
      flag('removeSamplePage', t('Remove the sample page')),
      flag('deleteAllThemes', t('Delete all other themes')),
      flag('deleteAllPlugins', t('Delete all other plugins')),
      flag('deleteUnneededCoreFile', t('Delete unneeded core files')),
    ]),
  ];
}
