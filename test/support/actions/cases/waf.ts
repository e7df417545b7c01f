import { type ActionCase, one, patch, post, server, webApplication } from '../actionCase';

/** The firewall of a web application and its rules. */
export const wafCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.createWaf',
    target: one('waf', 1, 104),
    answers: { isEnabled: true, paranoia: 2, anomaly: '7', wordpress: true },
    request: post(`${server}/webapps/104/waf`, {
      isEnabled: true,
      paranoia: 2,
      anomaly: 7,
      rulesExclusion: { wordpress: true },
    }),
    asks: 'caller',
    texts: {
      doing: 'Setting up web application firewall',
      done: 'Web application firewall set up.',
      failed: "The web application firewall wasn't set up.",
    },
  },
  {
    command: 'serverManagement.switchWaf',
    target: one('waf', 1, 101),
    answers: { isEnabled: false },
    request: patch(`${webApplication}/waf`, { isEnabled: false }),
    asks: 'caller',
    texts: {
      doing: 'Changing web application firewall',
      done: 'Web application firewall changed.',
      question: 'Disable the web application firewall of "storefront"?',
      consequences: 'Requests will reach the web application unfiltered.',
    },
  },
  {
    command: 'serverManagement.addWafRule',
    target: one('waf', 1, 101),
    answers: { field: 'uri', operator: 'eq', value: '/xmlrpc.php', operation: 'block' },
    request: post(`${webApplication}/waf/rules`, {
      field: 'uri',
      operator: 'eq',
      value: '/xmlrpc.php',
      operation: 'block',
    }),
    isUntold: true,
    asks: 'always',
    texts: {
      doing: 'Adding rule',
      done: 'Rule sent to the web application firewall.',
      failed: "The rule wasn't added.",
      question: 'Add this rule to the web application firewall of "storefront"?',
      consequences: "Rules can't be edited or deleted here.",
    },
  },
  {
    command: 'serverManagement.sortWafRules',
    target: one('waf', 1, 102),
    answers: { rule: 1022, position: 1 },
    request: patch(`${server}/webapps/102/waf/rules/sort`, { rulesOrdering: [1022, 1021] }),
    asks: 'caller',
    texts: { doing: 'Changing rule order', done: 'Rule order changed.' },
  },
];
