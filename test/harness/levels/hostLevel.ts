import { childShare } from './childShare';
import type { Level } from './level';

/** The mocha tests of `test/host/`, run inside an extension host of Node. */
export const hostLevel: Level = {
  name: 'host',
  shares: [childShare('', 'runHostLevel.mjs', ['host'])],
  pace: 'waiting',
};

/** The same tests, against the extension's build for browsers, run inside a browser's extension host. */
export const webLevel: Level = {
  name: 'web',
  shares: [childShare('', 'runHostLevel.mjs', ['web'])],
  pace: 'waiting',
};
