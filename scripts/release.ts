// npm run release -- marketplace|open-vsx: makes the package and publishes it; stops before anything is sent if something is missing.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { out, root } from '../test/harness/system/paths';
import { makeRelease } from './package/makeRelease';
import { readProduct, runNode } from './package/makePackage';
import { findObstacles, stores, takeToken } from './package/obstacles';
import { ensurePublishingTool } from './package/tools';

try {
  const [, , name = ''] = process.argv;
  const store = stores[name];
  if (!store) throw new Error(`Name a store: ${Object.keys(stores).join(' or ')}.`);
  const product = await readProduct();
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  const token = takeToken(store, process.env);
  const obstacles = findObstacles(product, changelog, store, token);
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
      ? [await ensurePublishingTool('@vscode/vsce', 'vsce'), 'publish', '--packagePath', file]
      : [await ensurePublishingTool('ovsx', 'bin/ovsx'), 'publish', file];
  console.log(await runNode(root, publish, { [store.tokenVariable]: token ?? '' }));
  console.log(`${product.name} ${product.version} is on ${store.name} (SHA-256 ${sha256}).`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
