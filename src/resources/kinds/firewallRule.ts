import { toVisible } from '../../base/foreignText';
import { nameConstant } from '../names/constants';
import { join } from './inWords';
import { defineKind } from './kind';
import { isFromAnywhere, ruleEffect, type RuleFacts } from '../lockOut/firewall';
import { firewallRule, listFirewallRules, readFirewallRule } from '../../api/contract/firewallRule';
import { t } from '../../base/l10n';

const icons = {
  accepts: { id: 'pass', color: 'testing.iconPassed' },
  rejects: { id: 'circle-slash', color: 'testing.iconFailed' },
  unknown: { id: 'question' },
} as const;

/** A firewall rule of a server; no update call is known (API §2.5). */
export const firewallRuleKind = defineKind({
  id: 'firewallRule',
  parent: 'server',
  names: { one: 'Firewall Rule', many: 'Firewall Rules' },
  variable: 'firewallId',
  operations: { list: listFirewallRules, read: readFirewallRule },
  icon: 'shield',
  schema: firewallRule,
  present: (resource) => {
    const action = nameRuleAction(resource);
    return {
      label: join([resource.protocol?.toUpperCase(), resource.port], ' '),
      description: join([
        action,
        isFromAnywhere(resource) ? t('from anywhere') : (resource.ipAddress ?? t('unknown')),
      ]),
      icon: icons[ruleEffect(resource)],
      state: action,
      facts: [
        [t('Source'), nameConstant(resource.type)],
        [t('Created'), resource.created_at],
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
