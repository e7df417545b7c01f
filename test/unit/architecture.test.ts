import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { build, type Metafile } from 'esbuild';
import { exportedEndpoints } from '../support/contract';
import { type Import, importsOf, sourceFiles } from '../support/imports';

/** The parts of the product, and the parts that each may know. */
const mayKnow: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  api: ['shared'],
  resources: ['api', 'shared'],
  webviews: ['shared'],
  ui: ['resources', 'api', 'shared', 'webviews'],
  sandbox: [],
  extension: ['ui', 'shared', 'sandbox'],
};

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
  it('is seen whole: every import of ours leads to a file, and every part is known', () => {
    assert.ok(ours.length > 100);
    assertNone(
      ours.filter(({ to }) => !existsSync(to)),
      'an import was misread',
    );
    for (const file of sources) assert.ok(partOf(file) in mayKnow, `${file} is in no known part`);
  });

  it('lets imports point down only: ui → resources → api → shared', () => {
    const allowed = ({ from, to, isType }: Import): boolean =>
      partOf(from) === partOf(to) ||
      mayKnow[partOf(from)]?.includes(partOf(to)) === true ||
      isContractForSandbox(from, to) ||
      // Of a type nothing is left that could be loaded.
      (isType && partOf(from) === 'ui' && to === 'src/sandbox/start.ts');
    assertNone(
      ours.filter((each) => !allowed(each)),
      'a part knows one that it must not know',
    );
  });

  it('lets nothing but the extension itself load the sandbox, and that on demand', () => {
    const loading = ours.filter(
      ({ from, to, isType }) => partOf(to) === 'sandbox' && partOf(from) !== 'sandbox' && !isType,
    );
    assert.deepEqual(
      loading.map(({ from }) => from),
      ['src/extension.ts'],
    );
    assert.match(readFileSync('src/extension.ts', 'utf8'), /import\('\.\/sandbox\/start'\)/);
  });

  it('shares schemas between client and sandbox, but no endpoint: routes are written by hand', async () => {
    const endpoints = new Set((await exportedEndpoints()).map(([name]) => name));
    const shared = ours.filter(({ from, to }) => isContractForSandbox(from, to));
    assert.ok(shared.length > 0);
    assertNone(
      shared.filter(({ names }) => names.length === 0 || names.some((name) => endpoints.has(name))),
      'the sandbox takes a path from the client',
    );
  });

  it('knows the editor in the extension and its user interface alone', () => {
    const offenders = imports.filter(
      ({ from, to }) => to === 'vscode' && !['ui', 'extension'].includes(partOf(from)),
    );
    assertNone(offenders, 'the editor is known where it must not be');
  });

  it('activates without zod and ofetch: they are loaded on first use', async () => {
    const metafile = await bundle();
    const loaded = modulesAtActivation(metafile);
    assert.ok(loaded.includes('src/extension.ts'));
    const isPackage = (file: string): boolean => file.includes('node_modules/');
    assert.ok(!loaded.some(isPackage), chainTo(isPackage, metafile).join('\n  imports '));
  });

  it('has no default export and no any', () => {
    for (const file of [...sources, ...sourceFiles('test')]) {
      const code = withoutTexts(readFileSync(file, 'utf8'));
      assert.ok(!/^export default\b/m.test(code), `${file} has a default export`);
      assert.ok(!/(?::|<|\||&|\bas)\s*any\b/.test(code), `${file} has an any`);
    }
  });
});

function isContractForSandbox(from: string, to: string): boolean {
  return partOf(from) === 'sandbox' && to.startsWith('src/api/contract/');
}

/** The extension as it is built, cut into what is loaded at once and what is loaded on demand. */
async function bundle(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: ['src/extension.ts'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external: ['vscode'],
    metafile: true,
    write: false,
  });
  return metafile;
}

/** The modules that run when the extension's main file is loaded. */
function modulesAtActivation({ outputs }: Metafile): string[] {
  const chunks = new Set(['dist/extension.js']);
  for (const chunk of chunks) {
    for (const each of staticImports(outputs[chunk])) chunks.add(each);
  }
  return [...chunks].flatMap((chunk) => Object.keys(outputs[chunk]?.inputs ?? {}));
}

/** The shortest way of imports from the extension to such a module: the last arrow is to be cut. */
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

function staticImports(module: Metafile['inputs' | 'outputs'][string] | undefined): string[] {
  return (module?.imports ?? [])
    .filter(({ kind, external }) => kind === 'import-statement' && !external)
    .map(({ path }) => path);
}

/** Code without comments and strings, which may say "any". */
function withoutTexts(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|\/\/.*$|'(?:\\.|[^'\n])*'|`(?:\\.|[^`])*`/gm, '');
}
