// npm run package [-- --out file.vsix]: packages the extension, with its bill of materials and checksum.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../test/harness/system/paths';
import { makeRelease } from './package/makeRelease';

try {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'server-management-explorer.vsix' } },
  });
  const { file, size } = await makeRelease(path.resolve(root, values.out));
  console.log(`${file} (${Math.round(size / 1024)} KB)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
