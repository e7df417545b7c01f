import { defineKind } from './kind';
import { letsThrough } from '../lockOut';
import { firewallRule, listFirewallRules, readFirewallRule } from '../../api/contract/firewallRule';
import type { Translate } from '../../shared/translate';

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
    const isRejecting = !letsThrough(resource);
    const action = nameAction(resource.firewallAction, t);
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

/** Further actions are shown as the service names them: the list is open. */
function nameAction(action: string | null, t: Translate): string {
  if (!action || action === 'accept') return t('accept');
  return action === 'reject' ? t('reject') : action;
}
