import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { exportedEndpoints } from '../support/contract';
import { type Import, importsOf, sourceFiles } from '../support/imports';

/** The parts of the product, and the parts that each may know. */
const mayKnow: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  api: ['shared'],
  resources: ['api', 'shared'],
  webviews: ['shared'],
  ui: ['resources', 'api', 'shared', 'webviews', 'platform'],
  platform: ['sandbox'],
  sandbox: [],
  extension: ['ui', 'shared'],
  web: ['extension', 'shared'],
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
      (isType && partOf(from) === 'ui' && partOf(to) === 'sandbox');
    assertNone(
      ours.filter((each) => !allowed(each)),
      'a part knows one that it must not know',
    );
  });

  it('lets nothing but the platforms load the sandbox, and that on demand', () => {
    const loading = ours.filter(
      ({ from, to, isType }) => partOf(to) === 'sandbox' && partOf(from) !== 'sandbox' && !isType,
    );
    assert.deepEqual(
      loading.map(({ from, to }) => [from, to]),
      [
        ['src/platform/platform.ts', 'src/sandbox/start.ts'],
        ['src/platform/platform.ts', 'src/sandbox/startInProcess.ts'],
      ],
    );
    const code = readFileSync('src/platform/platform.ts', 'utf8');
    assert.equal(code.match(/await import\('\.\.\/sandbox\//g)?.length, 2);
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
      ({ from, to }) => to === 'vscode' && !['ui', 'extension', 'web'].includes(partOf(from)),
    );
    assertNone(offenders, 'the editor is known where it must not be');
  });

  it('needs nothing of Node on the web', async () => {
    const { outputs } = await bundle();
    // The one chunk that is loaded on Node alone.
    const chunks = reachable(outputs, ({ entryPoint }) => entryPoint === 'src/sandbox/start.ts');
    assert.ok(chunks.some((chunk) => 'src/sandbox/startInProcess.ts' in chunk.inputs));
    const outside = chunks.flatMap((chunk) => chunk.imports.filter(({ external }) => external));
    assert.deepEqual([...new Set(outside.map((each) => each.path))], ['vscode']);
  });

  it('activates without zod and ofetch: they are loaded on first use', async () => {
    const metafile = await bundle();
    const loaded = modulesAtActivation(metafile);
    assert.ok(loaded.includes('src/extension.ts'));
    const isPackage = (file: string): boolean => file.includes('node_modules/');
    assert.ok(!loaded.some(isPackage), chainTo(isPackage, metafile).join('\n  imports '));
  });

  it('keeps no state in what the main file and the chunks both hold', async () => {
    const metafile = await bundle();
    const both = modulesAtActivation(metafile).filter((file) => file !== 'src/extension.ts');
    assert.ok(both.length > 10);
    assert.deepEqual(
      both.filter((file) =>
        /^(export )?(let |var |const [^=\n]+= new )/m.test(readFileSync(file, 'utf8')),
      ),
      [],
    );
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
    // Its entry for Node has a fetch of its own; the build does not take it either.
    alias: { ofetch: path.resolve('node_modules/ofetch/dist/index.mjs') },
    metafile: true,
    write: false,
  });
  return metafile;
}

type Output = Metafile['outputs'][string];

/** The chunks that the extension can load, at once or on demand, without those that are left out. */
function reachable(
  outputs: Readonly<Record<string, Output>>,
  isLeftOut: (chunk: Output) => boolean,
): Output[] {
  const names = new Set(['dist/extension.js']);
  const chunks: Output[] = [];
  for (const name of names) {
    const chunk = outputs[name];
    if (!chunk || isLeftOut(chunk)) continue;
    chunks.push(chunk);
    for (const { path: file, external } of chunk.imports) if (!external) names.add(file);
  }
  return chunks;
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
    .map((each) => each.path);
}

/** Code without comments and strings, which may say "any". */
function withoutTexts(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|\/\/.*$|'(?:\\.|[^'\n])*'|`(?:\\.|[^`])*`/gm, '');
}
