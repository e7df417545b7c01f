// npm run package [-- --out file.vsix]: the extension as people install it.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePackage } from './makePackage';
import { root } from '../system/paths';

try {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'server-management-explorer.vsix' } },
  });
  const file = path.resolve(root, values.out);
  await makePackage(file);
  const { size } = await stat(file);
  console.log(`${file} (${Math.round(size / 1024)} KB)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
