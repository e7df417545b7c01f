import type { Values } from '../../base/questions';
import { type Action, onResource } from '../action';
import { creation, switchesOf } from './parts';
import { addWafRule, readWaf, sortWafRules, updateWaf, wafRuleDraft } from '../../api/contract/waf';
import { toPlain } from '../../base/foreignText';
import { pick } from '../../base/json';
import { oneOf, text } from '../../documents/creations/fields';
import type { Resource } from '../../resources/kinds/kind';
import { asResource } from '../../resources/reference';
import { t } from '../../base/l10n';

export const wafActions: readonly Action[] = [
  creation('serverManagement.createWaf', 'waf', {
    progressTitle: () => t('Setting up web application firewall'),
    done: () => t('Web application firewall set up.'),
    failed: () => t("The web application firewall wasn't set up."),
  }),
  onResource('serverManagement.switchWaf', 'waf', updateWaf, {
    reads: [readWaf],
    fields: () => [
      switchesOf(
        t('Web application firewall'),
        [{ name: 'isEnabled', label: t('Web application firewall') }],
        (waf) => waf,
      ),
    ],
    confirmation: {
      when: ({ isEnabled }) => isEnabled === false,
      question: (name) => t('Disable the web application firewall of "{0}"?', name),
      detail: () => t('Requests will reach the web application unfiltered.'),
      button: () => t('Disable'),
    },
    progressTitle: () => t('Changing web application firewall'),
    done: () => t('Web application firewall changed.'),
  }),
  onResource('serverManagement.addWafRule', 'waf', addWafRule, {
    fields: () => [
      oneOf('field', t('Field of the request'), wafRuleDraft.shape.field),
      oneOf('operator', t('Operator'), wafRuleDraft.shape.operator),
      text('value', t('Value'), { placeholder: '/xmlrpc.php' }),
      oneOf('operation', t('Action'), wafRuleDraft.shape.operation),
    ],
    // A rule can't be read or deleted later, so the request is shown first.
    confirmation: {
      question: (name) => t('Add this rule to the web application firewall of "{0}"?', name),
      detail: (values) =>
        [
          `${addWafRule.method} …/waf/rules`,
          JSON.stringify(pick(values, ruleFields)),
          t("Rules can't be edited or deleted here."),
        ].join('\n'),
      button: () => t('Add Rule'),
    },
    isSingleTarget: true,
    progressTitle: () => t('Adding rule'),
    accepted: () => t('Rule sent to the web application firewall.'),
    failed: () => t("The rule wasn't added."),
  }),
  onResource('serverManagement.sortWafRules', 'waf', sortWafRules, {
    reads: [readWaf],
    suits: (waf) => orderOf(waf).filter(isRule).length > 1,
    fields: () => [
      {
        type: 'choice',
        name: 'rule',
        prompt: t('Rule to move'),
        options: async ({ client }, target, signal) => {
          const order = orderOf(await client.read(asResource(target), { signal }));
          return order.flatMap((value, index) =>
            isRule(value)
              ? {
                  value,
                  label: t('Rule {0}', toPlain(value)),
                  description: t('position {0} of {1}', index + 1, order.length),
                }
              : [],
          );
        },
      },
      {
        type: 'choice',
        name: 'position',
        prompt: t('New position'),
        isOpen: true,
        options: () => [
          { value: 1, label: t('First') },
          { value: 'last', label: t('Last') },
        ],
        validate: (typed) =>
          /^[1-9]\d*$/.test(typed) ? undefined : t('Type a whole number of at least {0}.', 1),
        parse: Number,
      },
    ],
    isSingleTarget: true,
    toCall: async ({ client }, target, values, signal) => {
      const order = orderOf(await client.read(asResource(target), { signal }));
      const rulesOrdering = moveRule(order, values);
      if (!rulesOrdering) throw new Error(t('The firewall no longer has this rule.'));
      return { body: { rulesOrdering } };
    },
    progressTitle: () => t('Changing rule order'),
    done: () => t('Rule order changed.'),
  }),
];

const ruleFields = ['field', 'operator', 'value', 'operation'];

function orderOf({ rulesOrdering }: Resource): readonly unknown[] {
  return Array.isArray(rulesOrdering) ? rulesOrdering : [];
}

function isRule(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

function moveRule(
  order: readonly unknown[],
  { rule, position }: Values,
): readonly unknown[] | undefined {
  if (!order.includes(rule)) return undefined;
  const others = order.filter((id) => id !== rule);
  return others.toSpliced(typeof position === 'number' ? position - 1 : others.length, 0, rule);
}
