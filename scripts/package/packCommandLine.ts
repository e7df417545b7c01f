import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Product } from './billOfMaterials';
import { makeTemporaryFolder } from '../../test/harness/system/temporaryFolder';
import { runNpm } from '../npm.mjs';

const name = 'server-management';

/**
 * Puts the command line of a staged extension into a folder: as the program alone, and with its licenses
 * as a package, whose file or address `npx` runs. Returns both files. Throws when packing fails.
 */
export async function packCommandLine(
  staged: string,
  { version, license }: Pick<Product, 'version' | 'license'>,
  into: string,
): Promise<readonly string[]> {
  const folder = makeTemporaryFolder('command-line');
  const program = path.join(into, `${name}.js`);
  try {
    const manifest = { name, version, license, bin: 'cli.js', engines: { node: '>=20' } };
    await writeFile(path.join(folder.path, 'package.json'), JSON.stringify(manifest));
    for (const file of ['dist/cli.js', 'LICENSE', 'THIRD_PARTY_NOTICES.txt']) {
      await cp(path.join(staged, file), path.join(folder.path, path.basename(file)));
    }
    await cp(path.join(staged, 'dist/cli.js'), program);
    await runNpm(folder.path, ['pack', '--silent', `--pack-destination=${into}`]);
    return [program, path.join(into, `${name}-${version}.tgz`)];
  } finally {
    folder.remove();
  }
}
