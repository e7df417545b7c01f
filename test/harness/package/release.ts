// npm run release -- marketplace|open-vsx: makes the package and publishes it; stops before anything is sent if something is missing.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ensurePackage } from '../system/npmPackage';
import { out, root } from '../system/paths';
import { makeRelease } from './makeRelease';
import { ensureVsce, readProduct, runNode } from './makePackage';
import { findObstacles, stores } from './obstacles';

/** Open VSX's own tool. */
const ovsx = { name: 'ovsx', version: '1.3.0' };

try {
  const [, , name = ''] = process.argv;
  const store = stores[name];
  if (!store) throw new Error(`Name a store: ${Object.keys(stores).join(' or ')}.`);
  const product = await readProduct();
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  const obstacles = findObstacles(product, changelog, store, process.env);
  if (obstacles.length > 0) {
    throw new Error(
      `Nothing was sent to ${store.name}:\n${obstacles.map((each) => `- ${each}`).join('\n')}`,
    );
  }
  // Every day's tests use the newest VS Code only.
  await runNode(root, [path.join(out, 'test/harness/test.mjs'), 'oldest']);
  const { file, sha256 } = await makeRelease(
    path.join(root, `${product.name}-${product.version}.vsix`),
  );
  const publish =
    name === 'marketplace'
      ? [path.join(await ensureVsce(), 'vsce'), 'publish', '--packagePath', file]
      : [path.join(await ensurePackage(ovsx), 'bin/ovsx'), 'publish', file];
  // Both tools take their token from the environment.
  console.log(await runNode(root, publish));
  console.log(`${product.name} ${product.version} is on ${store.name} (SHA-256 ${sha256}).`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
