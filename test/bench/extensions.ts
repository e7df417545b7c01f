import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { out, root } from '../harness/system/paths';

const publisher = 'bench';

/** The id of this repository's extension. */
export const ours = 'server-management.server-management-explorer';

/** The ids of empty extensions, to be activated before, between and after others. */
export const empty = ['first', 'before', 'after'].map((name) => `${publisher}.empty-${name}`);

/** The id of an extension that registers the same as ours but does nothing. */
export const bare = `${publisher}.bare`;

/** The static trees: one of the first rows, one of all servers, and one that keeps every answer. */
const trees = ['page', 'whole', 'kept'];

/** Creates the extensions to compare with below `folder`, and returns their paths. */
export async function makeExtensions(folder: string): Promise<readonly string[]> {
  const { activationEvents, contributes } = await readManifest();
  return Promise.all([
    make(folder, 'driver', 'driver', { activationEvents: ['onStartupFinished'] }),
    ...empty.map((id) =>
      make(folder, id.replace(`${publisher}.`, ''), 'empty', { activationEvents }),
    ),
    make(folder, 'bare', 'bare', toBare(contributes)),
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

/** The parts of the manifest that an extension needs to register the same. */
interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly languageModelTools: readonly { readonly name: string }[];
}

async function readManifest(): Promise<{
  readonly activationEvents: readonly string[];
  readonly contributes: Contributions;
}> {
  return JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as never;
}

/** The manifest of the bare extension; VS Code only accepts views, tools and accounts that are in the manifest. */
function toBare({ commands, languageModelTools }: Contributions): object {
  const views = ['bench.bare.one', 'bench.bare.two', 'bench.bare.three'];
  const tools = languageModelTools.map((_, index) => `bench_tool${index}`);
  const accounts = 'bench.bare';
  return {
    names: {
      commands: commands.map((_, index) => `bench.bare.${index}`),
      views,
      tools,
      fileSystems: ['bench-bare', 'bench-bare-draft', 'bench-bare-pending'],
      texts: ['bench-bare-schema', 'bench-bare-view', 'bench-bare-report'],
      panels: ['bench.bare.panel', 'bench.bare.fleet', 'bench.bare.follow'],
      accounts,
      modelServers: accounts,
    },
    contributes: {
      viewsContainers: { activitybar: [{ id: 'bench-bare', title: 'Bare', icon: 'icon.svg' }] },
      views: { 'bench-bare': views.map((id) => ({ id, name: id })) },
      authentication: [{ id: accounts, label: accounts }],
      mcpServerDefinitionProviders: [{ id: accounts, label: accounts }],
      languageModelTools: tools.map((name) => ({
        name,
        displayName: name,
        modelDescription: name,
        inputSchema: { type: 'object' },
      })),
    },
  };
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
