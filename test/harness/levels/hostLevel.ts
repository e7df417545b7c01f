import { childShare } from './childShare';
import type { Level } from './level';

/** The mocha tests of `test/host/`, run inside an extension host of Node. */
export const hostLevel: Level = {
  name: 'host',
  shares: [childShare('', 'runHostLevel.mjs', ['host'])],
  pace: 'waiting',
};

/** Those of them that `test/web/tests.ts` chooses, against the build for browsers, inside a browser's extension host. */
export const webLevel: Level = {
  name: 'web',
  shares: [childShare('', 'runHostLevel.mjs', ['web'])],
  pace: 'waiting',
};
