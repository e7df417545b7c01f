import { nameConstant } from '../names/constants';
import { join } from './inWords';
import { defineKind } from './kind';
import { letsThrough } from '../lockOut/firewall';
import { firewallRule, listFirewallRules, readFirewallRule } from '../../api/contract/firewallRule';
import type { Translate } from '../../base/translate';

/** A firewall rule of a server; no update call is known (API §2.5). */
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
  present: (resource, { t }) => {
    const isRejecting = !letsThrough(resource);
    const action = nameAction(resource.firewallAction, t);
    return {
      label: join([resource.protocol?.toUpperCase(), resource.port], ' '),
      description: join([action, resource.ipAddress || t('from anywhere')]),
      icon: isRejecting
        ? { id: 'circle-slash', color: 'testing.iconFailed' }
        : { id: 'pass', color: 'testing.iconPassed' },
      state: action,
      facts: [
        [t('Type'), nameConstant(resource.type, t)],
        [t('Created'), resource.created_at],
      ],
    };
  },
});

/** Other actions are shown with the service's own name: the list is open. */
function nameAction(action: string | null | undefined, t: Translate): string {
  if (!action || action === 'accept') return t('accept');
  return action === 'reject' ? t('reject') : action;
}
