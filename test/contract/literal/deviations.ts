// Where the client's contract knows more than the reference, and why: everything else is the same.

/** Fields of documented operations that the contract takes in more types, or besides. */
export const wider: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A range such as "8000-8999" was observed.
  'firewallRule.create request': { port: 'integer or string' },
  // Rules of the type `global` were observed to have neither.
  'firewallRule.create response': {
    '[].ipAddress': 'string or null',
    '[].firewallAction': 'string or null',
  },
  // A write that happened must not fail for what is said of it.
  'ssl.apply response': { message: 'string or null' },
};

/** Answers of which the contract demands less than was observed. */
export const narrower: Readonly<Record<string, readonly string[]>> = {
  // A list may hold less of each than a read of one.
  'canvas.list': ['id', 'name'],
};

/** Answers of which the contract knows more than was observed in the one way that the table shows. */
export const alternatives: Readonly<Record<string, readonly string[]>> = {
  // Where no certificate is installed a message may come instead.
  'ssl.read': ['message'],
};
