import { commonButtons, members, moment } from './parts';
import { readWaf } from '../../../api/contract/waf';
import type { Resource } from '../../../resources/kinds/kind';
import type { Translate } from '../../../shared/translate';
import type { ChoiceItem } from '../../../webviews/model';
import { toFieldId } from '../fieldId';
import { type PanelContent, type PanelKind, showResource } from '../panelKind';
import { toVisible } from '../../safeText';

/** The panel of a web application firewall (reference §2.10). */
export const wafPanel: PanelKind = {
  ...showResource('waf', readWaf, toWafContent),
  absence: (t) => ({
    text: t(
      'This web application has no web application firewall (404). Set one up, or check whether the web application itself was deleted.',
    ),
    button: { id: 'createWaf', label: t('Set Up Web Application Firewall') },
  }),
};

/** What the panel of a web application firewall shows. */
export function toWafContent(waf: Resource, t: Translate): PanelContent {
  const ordering = Array.isArray(waf['rulesOrdering']) ? (waf['rulesOrdering'] as unknown[]) : [];
  return {
    title: t('Web Application Firewall'),
    buttons: commonButtons(t),
    sections: [
      {
        id: 'protection',
        title: t('Protection'),
        items: [
          {
            type: 'switch',
            id: toFieldId(['isEnabled']),
            label: t('Look at requests before they reach the web application'),
            value: waf['isEnabled'] === true,
          },
          paranoia(Number(waf['paranoia']), t),
          {
            type: 'number',
            id: toFieldId(['anomaly']),
            label: t('Anomaly threshold'),
            description: t(
              'A request is blocked when the rules that it breaks add up to this score; a grave one counts 5. A low threshold blocks more, a high one lets more through.',
            ),
            value: Number(waf['anomaly']),
          },
        ],
      },
      {
        id: 'exclusions',
        title: t('Exclusions'),
        note: t('Rules that would stand in the way of this software are left out.'),
        items: Object.entries(members(waf['rulesExclusion'])).map(([name, value]) => ({
          type: 'switch',
          id: toFieldId(['rulesExclusion', name]),
          label: softwareNames[name] ?? toVisible(name),
          value: value === true,
        })),
      },
      {
        id: 'ordering',
        title: t('Rule Order'),
        note: t('The service tells this order and has no call that changes it.'),
        empty: t('The rules run in their usual order.'),
        isOrdered: true,
        items: ordering.map((rule) => ({ type: 'entry', label: toVisible(rule) })),
      },
      {
        id: 'dates',
        title: t('Dates'),
        items: [moment(t('Created'), waf['created_at']), moment(t('Changed'), waf['updated_at'])],
      },
    ],
  };
}

/** Names as their makers write them; they are not translated. */
const softwareNames: Readonly<Record<string, string>> = {
  drupal: 'Drupal',
  wordpress: 'WordPress',
  next_cloud: 'Nextcloud',
  docu_wiki: 'DokuWiki',
  xen_foro: 'XenForo',
  magento: 'Magento',
};

/** The paranoia level with what each means; one that is not known stands beside them. */
function paranoia(value: number, t: Translate): ChoiceItem {
  const known = [
    t('Basic rules; nearly no false alarms. Right for most sites.'),
    t('More rules, such as for shops and sites with personal data. Some false alarms to sort out.'),
    t('Rules for rare attacks, too. False alarms are to be expected; for experienced hands.'),
    t('Everything that can be suspicious is. Many false alarms.'),
  ].map((description, index) => ({ value: index + 1, label: String(index + 1), description }));
  const isKnown = known.some((option) => option.value === value);
  return {
    type: 'choice',
    id: toFieldId(['paranoia']),
    label: t('Paranoia level'),
    value,
    options: isKnown
      ? known
      : [...known, { value, label: String(value), description: t('As the service has it.') }],
  };
}
