import { defineKind, type InWords, patchWith } from './kind';
import { readWaf, updateWaf, waf } from '../../api/contract/waf';
import { t } from '../../base/l10n';

/** The web application firewall of a web application (API §2.10). */
export const wafKind = defineKind({
  id: 'waf',
  parent: 'webApplication',
  names: { one: 'Web Application Firewall', many: 'Web Application Firewalls' },
  operations: { read: readWaf, readsWithParent: true },
  icon: 'shield',
  schema: waf,
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
