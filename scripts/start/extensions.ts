import path from 'node:path';
import { root } from '../../test/harness/system/paths';

/** The folders of the extensions in a window of `npm start`: this one, and a small one that shows its view. */
export const startExtensions: readonly string[] = [
  root,
  path.join(root, 'scripts/start/showServers'),
];
