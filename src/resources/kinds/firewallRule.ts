import { defineKind } from './kind';
import { firewallRule, listFirewallRules, readFirewallRule } from '../../api/contract/firewallRule';

/** A firewall rule of a server; no update call is known (reference §2.5). */
export const firewallRuleKind = defineKind({
  id: 'firewallRule',
  parent: 'server',
  names: { one: 'Firewall Rule', many: 'Firewall Rules' },
  folder: 'firewall-rules',
  suffix: 'firewall-rule',
  variable: 'firewallId',
  operations: { list: listFirewallRules, read: readFirewallRule },
  icon: 'shield',
  schema: firewallRule,
  present: (resource, t) => {
    const isRejecting = resource.firewallAction === 'reject';
    const action = isRejecting ? t('reject') : t('accept');
    return {
      label: `${resource.protocol.toUpperCase()} ${resource.port}`,
      description: [action, resource.ipAddress ?? t('from anywhere')].join(' · '),
      icon: isRejecting
        ? { id: 'circle-slash', color: 'testing.iconFailed' }
        : { id: 'pass', color: 'testing.iconPassed' },
      state: action,
      facts: [
        [t('Type'), resource.type],
        [t('Created'), resource.created_at],
      ],
    };
  },
});
