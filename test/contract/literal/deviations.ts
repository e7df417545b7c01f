// Where the client's contract knows more than the reference, and why: everything else is the same.
import { webApplicationSettings } from './observedResources';

/** Fields of documented operations that the contract accepts in more types, or in addition. */
export const wider: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A range such as "8000-8999" was observed.
  'firewallRule.create request': { port: 'integer or string' },
  // Rules are sent back with the ids that the service gave them.
  'waf.sortRules request': { 'rulesOrdering[]': 'integer or string' },
  // Rules of the type `global` were observed to have neither.
  'firewallRule.create response': {
    '[].ipAddress': 'string or null',
    '[].firewallAction': 'string or null',
  },
  // A write that happened must not fail for what is said of it.
  'ssl.apply response': { message: 'string or null' },
};

/** Answers for which the contract requires less than was observed. */
export const narrower: Readonly<Record<string, readonly string[]>> = {
  // A list may hold less of each than a read of one.
  'canvas.list': ['id', 'name'],
  // The web application itself says it.
  'webApplication.settings': Object.keys(webApplicationSettings).filter(
    (name) => name !== 'phpVersion',
  ),
};

/** Answers with more fields in the contract than in the single form shown in the table. */
export const alternatives: Readonly<Record<string, readonly string[]>> = {
  // Where no certificate is installed a message may come instead.
  'ssl.read': ['message'],
  'sharedSsl.read': ['message'],
};
