// Where and why the client's contract differs from the reference; everything else is equal.
import { webApplicationSettings } from './observedResources';

/** Fields of documented operations that the contract accepts in more types, or in addition. */
export const wider: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A range such as "8000-8999" was observed.
  'firewallRule.create request': { port: 'integer or string' },
  // Rules of the type `global` were observed to have neither.
  'firewallRule.create response': {
    '[].ipAddress': 'string or null',
    '[].firewallAction': 'string or null',
  },
  // A successful write must not fail because of its message.
  'ssl.apply response': { message: 'string or null' },
};

/** Answers for which the contract requires less than was observed. */
export const narrower: Readonly<Record<string, readonly string[]>> = {
  // A list may contain fewer fields per item than a single read.
  'canvas.list': ['id', 'name'],
  // The web application itself has this field.
  'webApplication.settings': Object.keys(webApplicationSettings).filter(
    (name) => name !== 'phpVersion',
  ),
};

/** Answers with more fields in the contract than in the single form shown in the table. */
export const alternatives: Readonly<Record<string, readonly string[]>> = {
  // If no certificate is installed, the answer may be a message.
  'ssl.read': ['message'],
  'sharedSsl.read': ['message'],
};
