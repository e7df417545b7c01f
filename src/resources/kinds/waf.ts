import { defineKind, patchWith } from './kind';
import { readWaf, updateWaf, waf } from '../../api/contract/waf';

/** The web application firewall of a web application (reference §2.10). */
export const wafKind = defineKind({
  id: 'waf',
  parent: 'webApplication',
  names: { one: 'Web Application Firewall', many: 'Web Application Firewalls' },
  folder: 'waf',
  suffix: 'waf',
  operations: { read: readWaf, readsWithParent: true },
  icon: 'shield',
  schema: waf,
  present: (resource, t) => ({
    label: t('Web Application Firewall'),
    description: resource.isEnabled ? t('on') : t('off'),
    icon: { id: 'shield', color: resource.isEnabled ? 'testing.iconPassed' : 'disabledForeground' },
    state: resource.isEnabled ? t('on') : t('off'),
  }),
  document: {
    editing: patchWith(updateWaf, ['isEnabled', 'paranoia', 'anomaly', 'rulesExclusion']),
  },
});
