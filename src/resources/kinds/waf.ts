import { defineKind, type InWords, patchWith } from './kind';
import { readWaf, updateWaf, waf } from '../../api/contract/waf';
import { t } from '../../base/l10n';

export const wafKind = defineKind({
  id: 'waf',
  parent: 'webApplication',
  names: { one: 'Web Application Firewall', many: 'Web Application Firewalls' },
  operations: { read: readWaf, readsWithParent: true },
  icon: 'shield',
  schema: waf,
  fieldTexts: {
    paranoia: 'Strictness of the rules, from 1 (lenient) to 4 (strict).',
    anomaly: 'Score at which a request is blocked. Lower is stricter.',
    rulesExclusion: 'Applications whose typical requests are allowed.',
    'rulesExclusion.drupal': 'Allow typical Drupal requests.',
    'rulesExclusion.wordpress': 'Allow typical WordPress requests.',
    'rulesExclusion.next_cloud': 'Allow typical Nextcloud requests.',
    'rulesExclusion.docu_wiki': 'Allow typical DokuWiki requests.',
    'rulesExclusion.xen_foro': 'Allow typical XenForo requests.',
    'rulesExclusion.magento': 'Allow typical Magento requests.',
    rulesOrdering: 'Order of the rules.',
  },
  present: (resource) => ({
    label: t('Web Application Firewall'),
    ...wafState(resource.isEnabled),
  }),
  document: {
    editing: patchWith(
      updateWaf,
      ['isEnabled', 'paranoia', 'anomaly', 'rulesExclusion'],
      ['rulesExclusion'],
    ),
  },
});

function wafState(
  isEnabled: boolean | null | undefined,
): Pick<InWords, 'description' | 'icon' | 'state'> {
  if (typeof isEnabled !== 'boolean') return {};
  const state = isEnabled ? t('on') : t('off');
  const color = isEnabled ? 'testing.iconPassed' : 'disabledForeground';
  return { description: state, icon: { id: 'shield', color }, state };
}

/** Software whose usual requests a firewall can allow (API §2.10), in its makers' spelling. */
export const softwareNames: Readonly<Record<string, string>> = {
  drupal: 'Drupal',
  wordpress: 'WordPress',
  next_cloud: 'Nextcloud',
  docu_wiki: 'DokuWiki',
  xen_foro: 'XenForo',
  magento: 'Magento',
};
