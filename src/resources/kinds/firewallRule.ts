import { toVisible } from '../../base/foreignText';
import { join, defineKind } from './kind';
import { isFromAnywhere, ruleEffect, type RuleFacts } from '../lockOut/firewall';
import { firewallRule, listFirewallRules, readFirewallRule } from '../../api/contract/firewallRule';
import { t } from '../../base/l10n';

/** Without red: a rule that rejects is as intended as one that accepts. */
const icons = {
  accepts: { id: 'pass', color: 'testing.iconPassed' },
  rejects: { id: 'circle-slash' },
  unknown: { id: 'question' },
} as const;

/** A firewall rule of a server; no update call is known (API §2.5). */
export const firewallRuleKind = defineKind({
  id: 'firewallRule',
  parent: 'server',
  names: { one: 'Firewall Rule', many: 'Firewall Rules' },
  variable: 'firewallId',
  operations: { list: listFirewallRules, read: readFirewallRule },
  icon: 'flame',
  schema: firewallRule,
  present: (resource) => {
    const action = nameRuleAction(resource);
    const isOpen = isFromAnywhere(resource);
    return {
      label: join([resource.protocol?.toUpperCase(), resource.port], ' '),
      description: join([
        action,
        isOpen ? t('from anywhere') : (resource.ipAddress ?? t('unknown')),
      ]),
      icon: icons[ruleEffect(resource)],
      state: action,
      facts: [
        [t('Port'), join([resource.protocol?.toUpperCase(), resource.port], ' ')],
        [t('Addresses'), isOpen ? t('anywhere') : resource.ipAddress],
        [t('Action'), action],
      ],
    };
  },
});

/** Actions without a word of ours have the service's own name, because the list is open. */
export function nameRuleAction(rule: RuleFacts): string {
  const effect = ruleEffect(rule);
  if (effect === 'unknown') return t('unknown');
  if (effect === 'accepts') return t('accept');
  return rule.firewallAction === 'reject' ? t('reject') : toVisible(rule.firewallAction);
}
