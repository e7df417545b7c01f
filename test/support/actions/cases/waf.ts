import { type ActionCase, one, server, webApplication } from '../actionCase';

/** The firewall of a web application and its rules. */
export const wafCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.createWaf',
    target: one('waf', 1, 104),
    answers: { isEnabled: true, paranoia: 2, anomaly: '7', wordpress: true },
    request: {
      method: 'POST',
      path: `${server}/webapps/104/waf`,
      body: { isEnabled: true, paranoia: 2, anomaly: 7, rulesExclusion: { wordpress: true } },
    },
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
    request: { method: 'PATCH', path: `${webApplication}/waf`, body: { isEnabled: false } },
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
    request: {
      method: 'POST',
      path: `${webApplication}/waf/rules`,
      body: { field: 'uri', operator: 'eq', value: '/xmlrpc.php', operation: 'block' },
    },
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
    request: {
      method: 'PATCH',
      path: `${server}/webapps/102/waf/rules/sort`,
      body: { rulesOrdering: [1022, 1021] },
    },
    asks: 'caller',
    texts: { doing: 'Changing rule order', done: 'Rule order changed.' },
  },
];
