import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { out, root } from '../harness/system/paths';

const publisher = 'bench';

/** The extension that this repository makes, as VS Code names it. */
export const ours = 'server-management.server-management-explorer';

/** Extensions that do nothing, to be activated before, between and after others; their ids. */
export const empty = ['first', 'before', 'after'].map((name) => `${publisher}.empty-${name}`);

/** The static trees: of the rows that we show at first, of all servers, and one that keeps every answer. */
const trees = ['page', 'whole', 'kept'];

/** Makes the extensions that the bench compares with, below `folder`, and answers where they are. */
export async function makeExtensions(folder: string): Promise<readonly string[]> {
  const { activationEvents } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  ) as { activationEvents: readonly string[] };
  return Promise.all([
    make(folder, 'driver', 'driver', { activationEvents: ['onStartupFinished'] }),
    ...empty.map((id) =>
      make(folder, id.replace(`${publisher}.`, ''), 'empty', { activationEvents }),
    ),
    make(folder, 'static', 'staticTree', {
      contributes: {
        viewsContainers: {
          activitybar: trees.map((id) => ({
            id: `bench-${id}`,
            title: `Static ${id}`,
            icon: 'icon.svg',
          })),
        },
        views: Object.fromEntries(
          trees.map((id) => [`bench-${id}`, [{ id: `bench.${id}`, name: id }]]),
        ),
      },
    }),
  ]);
}

async function make(folder: string, name: string, code: string, manifest: object): Promise<string> {
  const extension = path.join(folder, name);
  await mkdir(extension);
  await writeFile(
    path.join(extension, 'package.json'),
    JSON.stringify({
      name,
      publisher,
      version: '1.0.0',
      engines: { vscode: '^1.105.0' },
      main: './extension.js',
      ...manifest,
    }),
  );
  await copyFile(
    path.join(out, `test/bench/host/${code}.js`),
    path.join(extension, 'extension.js'),
  );
  await writeFile(path.join(extension, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return extension;
}
