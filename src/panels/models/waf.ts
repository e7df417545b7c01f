import {
  commonButtons,
  datesSection,
  fact,
  members,
  numberItem,
  section,
  switchItem,
} from './parts';
import type { Resource } from '../../resources/kinds/kind';
import { softwareNames } from '../../resources/kinds/waf';
import type { Item } from '../../pages/model';
import { toFieldId } from '../fieldId';
import { type PanelContent, type PanelKind, showResource } from '../panelKind';
import { toVisible } from '../../base/foreignText';
import { t } from '../../base/l10n';

export const wafPanel: PanelKind = {
  ...showResource('waf', toWafContent),
  absence: () => ({
    text: t(
      'This web application has no web application firewall (404). Set one up, or check whether the web application itself was deleted.',
    ),
    button: { id: 'createWaf', label: t('Set Up Web Application Firewall…') },
  }),
};

export function toWafContent(waf: Resource): PanelContent {
  const ordering = Array.isArray(waf['rulesOrdering']) ? (waf['rulesOrdering'] as unknown[]) : [];
  return {
    title: t('Web Application Firewall'),
    buttons: commonButtons(),
    sections: [
      section('protection', t('Protection'), [
        switchItem(t('Enable firewall'), ['isEnabled'], waf['isEnabled']),
        paranoia(waf['paranoia']),
        numberItem(
          t('Anomaly threshold'),
          ['anomaly'],
          waf['anomaly'],
          t(
            'Blocks a request when its violations reach this score; a critical violation adds 5. A lower threshold blocks more requests.',
          ),
        ),
      ]),
      {
        id: 'exclusions',
        title: t('Exclusions'),
        note: t('Leaves out rules that would block this software.'),
        items: Object.entries(members(waf['rulesExclusion'])).map(([name, value]) =>
          switchItem(softwareNames[name] ?? toVisible(name), ['rulesExclusion', name], value),
        ),
      },
      {
        id: 'ordering',
        title: t('Rule Order'),
        note: t('The service returns only the IDs of its rules.'),
        empty: Array.isArray(waf['rulesOrdering'])
          ? t('Rules run in the default order.')
          : t('No data.'),
        isOrdered: true,
        items: ordering.map((rule) => ({ type: 'entry', label: toVisible(rule) })),
      },
      datesSection(waf),
    ],
  };
}

function paranoia(value: unknown): Item {
  if (typeof value !== 'number') return fact(t('Paranoia level'), undefined);
  const known = [
    [t('Basic'), t('Very few false positives. Suits most sites.')],
    [t('Extended'), t('For shops and sites with personal data. Expect some false positives.')],
    [
      t('Strict'),
      t('Covers rare attacks, too. Expect false positives; for experienced administrators.'),
    ],
    [t('Paranoid'), t('Flags anything suspicious. Expect many false positives.')],
  ].map(([name = '', description = ''], index) => {
    const value = index + 1;
    return { value, label: `${value}: ${name}`, description };
  });
  const isKnown = known.some((option) => option.value === value);
  return {
    type: 'choice',
    id: toFieldId(['paranoia']),
    label: t('Paranoia level'),
    value,
    options: isKnown
      ? known
      : [
          ...known,
          { value, label: String(value), description: t('Current value on the service.') },
        ],
  };
}
