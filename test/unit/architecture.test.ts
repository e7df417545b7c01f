import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { exportedEndpoints } from '../support/contract';
import { type Import, importsOf, sourceFiles } from '../support/imports';

/** The parts of the product, and the parts that each may import. */
const mayKnow: Readonly<Record<string, readonly string[]>> = {
  base: [],
  api: ['base'],
  pages: ['base'],
  accounts: ['api', 'base'],
  resources: ['accounts', 'api', 'base'],
  documents: ['accounts', 'resources', 'api', 'base'],
  findings: ['accounts', 'resources', 'api', 'base'],
  actions: ['documents', 'accounts', 'resources', 'api', 'base'],
  agents: ['findings', 'documents', 'accounts', 'resources', 'api', 'base'],
  panels: ['actions', 'findings', 'documents', 'accounts', 'resources', 'api', 'base', 'pages'],
  pending: ['actions', 'documents', 'accounts', 'resources', 'api', 'base'],
  explorer: ['panels', 'actions', 'documents', 'accounts', 'resources', 'api', 'base'],
  ui: [
    'explorer',
    'agents',
    'findings',
    'pending',
    'panels',
    'actions',
    'documents',
    'accounts',
    'resources',
    'api',
    'base',
    'pages',
    'platform',
  ],
  platform: ['sandbox'],
  sandbox: [],
  cli: ['pending', 'findings', 'documents', 'accounts', 'resources', 'api', 'base'],
  extension: ['ui', 'base'],
  web: ['extension', 'base'],
};

/** The rooms of the user interface, which have the names of those below. */
const roomsOfUi = [
  'accounts',
  'agents',
  'app',
  'commands',
  'documents',
  'editor',
  'explorer',
  'panels',
  'pending',
  'prompts',
];

const sources = sourceFiles('src');
const imports = importsOf(sources);
const ours = imports.filter(({ to }) => to.startsWith('src/'));

/** The part of the product that a file belongs to: `api` for `src/api/client.ts`. */
function partOf(file: string): string {
  return file.replace('.ts', '').split('/')[1] ?? '';
}

function assertNone(offenders: readonly Import[], why: string): void {
  const list = offenders.map(({ from, to }) => `${from} imports ${to}`);
  assert.deepEqual(list, [], why);
}

describe('Architecture', () => {
  it('is complete: every import leads to a file, and every part is known', () => {
    assert.ok(ours.length > 100);
    assertNone(
      ours.filter(({ to }) => !existsSync(to)),
      'an import was misread',
    );
    for (const file of sources) assert.ok(partOf(file) in mayKnow, `${file} is in no known part`);
  });

  it('lets imports point down only: ui → actions → documents → resources → accounts → api → base', () => {
    const allowed = ({ from, to, isType }: Import): boolean =>
      partOf(from) === partOf(to) ||
      // On demand, as the next test shows.
      (partOf(from) === 'cli' && partOf(to) === 'sandbox') ||
      mayKnow[partOf(from)]?.includes(partOf(to)) === true ||
      isContractForSandbox(from, to) ||
      // Imports of types leave nothing to load.
      (isType && partOf(from) === 'ui' && partOf(to) === 'sandbox');
    assertNone(
      ours.filter((each) => !allowed(each)),
      'a part imports one that it must not import',
    );
  });

  it('has no import cycles between files, including types', () => {
    assert.deepEqual(findCircles(ours), []);
  });

  it('has no import cycles between rooms of the user interface, including types', () => {
    const inside = ours.filter(({ from, to }) => partOf(from) === 'ui' && partOf(to) === 'ui');
    const rooms = inside.map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }));
    assert.deepEqual(new Set(rooms.map(({ from }) => from)), new Set(roomsOfUi));
    assert.deepEqual(findCircles(rooms.filter(({ from, to }) => from !== to)), []);
  });

  it('loads the sandbox only from the platforms and the command line, on demand', () => {
    const loading = ours.filter(
      ({ from, to, isType }) => partOf(to) === 'sandbox' && partOf(from) !== 'sandbox' && !isType,
    );
    assert.deepEqual(
      loading.map(({ from, to }) => [from, to]),
      [
        ['src/cli/connect.ts', 'src/sandbox/startInProcess.ts'],
        ['src/cli/connect.ts', 'src/sandbox/stateFile.ts'],
        ['src/platform/platform.ts', 'src/sandbox/start.ts'],
        ['src/platform/platform.ts', 'src/sandbox/startInProcess.ts'],
      ],
    );
    for (const file of ['src/cli/connect.ts', 'src/platform/platform.ts']) {
      const code = readFileSync(file, 'utf8');
      assert.equal(code.match(/await import\('\.\.\/sandbox\//g)?.length, 2);
    }
  });

  it('shares schemas between client and sandbox, but no endpoints, because routes are written by hand', async () => {
    const endpoints = new Set((await exportedEndpoints()).map(([name]) => name));
    const shared = ours.filter(({ from, to }) => isContractForSandbox(from, to));
    assert.ok(shared.length > 0);
    assertNone(
      shared.filter(({ names }) => names.length === 0 || names.some((name) => endpoints.has(name))),
      'the sandbox uses a path from the client',
    );
  });

  it('has at most 30 files that one other file imports, but for lists and what has a test of its own', () => {
    const importers = new Map<string, Set<string>>();
    for (const { from, to } of ours) importers.set(to, (importers.get(to) ?? new Set()).add(from));
    const tested = new Set(sourceFiles('test').map((file) => path.basename(file, '.test.ts')));
    const entries = readFileSync('esbuild.js', 'utf8');
    const single = [...importers].flatMap(([file, [importer = '', ...others]]) => {
      const isAlone = others.length === 0 && partOf(file) !== 'sandbox' && !entries.includes(file);
      return isAlone && !tested.has(path.basename(file, '.ts')) && !isListed(file, importer)
        ? [`${file}, imported by ${importer}`]
        : [];
    });
    assert.ok(single.length <= 30, [single.length, ...single.toSorted()].join('\n'));
  });

  it('imports the editor only in the extension and its user interface', () => {
    const offenders = imports.filter(
      ({ from, to }) => to === 'vscode' && !['ui', 'extension', 'web'].includes(partOf(from)),
    );
    assertNone(offenders, 'the editor is known where it must not be');
  });

  it('needs nothing of Node on the web', async () => {
    const { inputs } = await bundle();
    // Loaded only in Node.
    const files = reachable(inputs, (file) => file === 'src/sandbox/start.ts');
    assert.ok(files.includes('src/sandbox/startInProcess.ts'));
    const outside = files.flatMap((file) =>
      (inputs[file]?.imports ?? []).filter(({ external }) => external),
    );
    assert.deepEqual(
      [...new Set(outside.map((each) => each.path))],
      ['vscode', './onDemand.js', './agents.js'],
    );
  });

  it("requires the server for agents in one place, once it's turned on", () => {
    const requiring = sources.filter((file) =>
      readFileSync(file, 'utf8').includes("require('./agents.js')"),
    );
    assert.deepEqual(requiring, ['src/ui/agents/agents.ts']);
  });

  it('activates without zod and ofetch: they are loaded on first use', async () => {
    const metafile = await bundle();
    const loaded = modulesAtActivation(metafile);
    assert.ok(loaded.includes('src/extension.ts'));
    const isPackage = (file: string): boolean =>
      file.includes('node_modules/') && !file.includes('/@vscode/l10n/');
    assert.ok(!loaded.some(isPackage), chainTo(isPackage, metafile).join('\n  imports '));
  });

  it('has no state in modules that both bundles contain', async () => {
    const metafile = await bundle();
    const onDemand = modulesOf(metafile, 'dist/onDemand.js');
    // Each bundle sets the language for itself.
    const both = modulesAtActivation(metafile).filter(
      (file) => onDemand.includes(file) && !/\bl10n\b/.test(file),
    );
    assert.ok(both.includes('src/base/lazy.ts'));
    assert.deepEqual(
      both.filter((file) =>
        /^(export )?(let |var |const [^=\n]+= new )/m.test(readFileSync(file, 'utf8')),
      ),
      [],
    );
  });

  it('has no default exports and no any', () => {
    for (const file of [...sources, ...sourceFiles('scripts'), ...sourceFiles('test')]) {
      const code = withoutTexts(readFileSync(file, 'utf8'));
      assert.ok(!/^export default\b/m.test(code), `${file} has a default export`);
      assert.ok(!/(?::|<|\||&|\bas)\s*any\b/.test(code), `${file} has an any`);
    }
  });
});

/** True if a file is one of three or more of its folder that another only lists what they export. */
function isListed(file: string, importer: string): boolean {
  const code = withoutTexts(readFileSync(importer, 'utf8')).replaceAll(/^import [^;]*;$/gm, '');
  const isElement = (name: string): boolean =>
    new RegExp(String.raw`(?:[[{,]\s*|\.\.\.|: )${name}(?:\(\))?\s*[,\]}]`).test(code);
  const listed = ours.filter(
    ({ from, to, names }) =>
      from === importer && path.dirname(to) === path.dirname(file) && names.every(isElement),
  );
  return listed.length >= 3 && listed.some(({ to }) => to === file);
}

function isContractForSandbox(from: string, to: string): boolean {
  return partOf(from) === 'sandbox' && to.startsWith('src/api/contract/');
}

/** The room of the user interface that contains a file. */
function roomOf(file: string): string {
  return file.split('/')[2] ?? '';
}

/** The modules in cycles, in alphabetical order: repeatedly removes what nothing imports. */
function findCircles(arrows: readonly Pick<Import, 'from' | 'to'>[]): string[] {
  let left = arrows;
  for (let before = -1; before !== left.length;) {
    before = left.length;
    const importing = new Set(left.map(({ from }) => from));
    const imported = new Set(left.map(({ to }) => to));
    left = left.filter(({ from, to }) => importing.has(to) && imported.has(from));
  }
  return [...new Set(left.map(({ from }) => from))].sort();
}

/** The built extension: what activation needs, and what is loaded on first use. */
async function bundle(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { extension: 'src/extension.ts', onDemand: 'src/ui/app/onDemand.ts' },
    outdir: 'dist',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    external: ['vscode', './onDemand.js', './agents.js'],
    // Their entries for Node have a fetch and files, which the build doesn't use either.
    alias: {
      ofetch: path.resolve('node_modules/ofetch/dist/index.mjs'),
      '@vscode/l10n': path.resolve('node_modules/@vscode/l10n/dist/browser.js'),
    },
    metafile: true,
    write: false,
  });
  return metafile;
}

/** The files that are imported immediately or on first use, without excluded ones. */
function reachable(
  inputs: Metafile['inputs'],
  isLeftOut: (file: string) => boolean,
): readonly string[] {
  const files = new Set(['src/extension.ts', 'src/ui/app/onDemand.ts']);
  for (const file of files) {
    for (const each of inputs[file]?.imports ?? []) {
      if (!each.external && !isLeftOut(each.path)) files.add(each.path);
    }
  }
  return [...files];
}

function modulesOf({ outputs }: Metafile, file: string): string[] {
  return Object.keys(outputs[file]?.inputs ?? {});
}

/** The modules that run when the extension's main file is loaded. */
function modulesAtActivation(metafile: Metafile): string[] {
  return modulesOf(metafile, 'dist/extension.js');
}

/** The shortest import path from the extension to such a module; the last import is the one to remove. */
function chainTo(isWanted: (file: string) => boolean, { inputs }: Metafile): readonly string[] {
  const chains = new Map([['src/extension.ts', ['src/extension.ts']]]);
  for (const [file, chain] of chains) {
    if (isWanted(file)) return chain;
    for (const next of staticImports(inputs[file])) {
      if (!chains.has(next)) chains.set(next, [...chain, next]);
    }
  }
  return [];
}

function staticImports(module: Metafile['inputs'][string] | undefined): string[] {
  return (module?.imports ?? [])
    .filter(({ kind, external }) => kind === 'import-statement' && !external)
    .map((each) => each.path);
}

/** Code without comments and strings, which may say "any". */
function withoutTexts(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|\/\/.*$|'(?:\\.|[^'\n])*'|`(?:\\.|[^`])*`/gm, '');
}
