// Builds the extension into dist/ and, with --tests, the test levels and their harness into out/.
const { build, transform } = require('esbuild');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');

const production = process.argv.includes('--production');
const withTests = process.argv.includes('--tests');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
};

/**
 * Packages whose entry for Node does not bundle well: ofetch's has a fetch polyfill (115 kB) that every
 * supported host has anyway, jsonc-parser's looks for its own files when it runs.
 */
const alias = {
  ofetch: path.join(__dirname, 'node_modules/ofetch/dist/index.mjs'),
  'jsonc-parser': path.join(__dirname, 'node_modules/jsonc-parser/lib/esm/main.js'),
};

/** @type {import('esbuild').BuildOptions} */
const extension = {
  ...common,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: 'dist',
  format: 'esm',
  external: ['vscode'],
  alias,
  sourcemap: production ? false : 'inline',
};

/**
 * esbuild splits code only for ES modules, while the extension host loads CommonJS fastest and on
 * every engine we support: split first, then turn each chunk into CommonJS.
 */
async function buildExtension() {
  const { outputFiles, metafile } = await build({
    ...extension,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    metafile: true,
    write: false,
  });
  const main = await build({
    ...extension,
    plugins: [onDemand(metafile.outputs)],
    write: false,
  });
  const chunks = outputFiles.filter((file) => path.basename(file.path) !== 'extension.js');
  await mkdir('dist/chunks', { recursive: true });
  await Promise.all([
    ...[...chunks, ...main.outputFiles].map(async (file) =>
      writeFile(file.path, await toCommonJs(file.text)),
    ),
    buildWebLoader(chunks.map((file) => `chunks/${path.basename(file.path)}`)),
  ]);
}

/**
 * Leaves what is imported on demand to the chunks that are there, so that the main file holds all that
 * activation needs: each further file would cost the extension host about a millisecond. What both hold
 * keeps no state.
 *
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @returns {import('esbuild').Plugin}
 */
function onDemand(outputs) {
  const chunkOf = new Map(
    Object.entries(outputs).map(([file, { entryPoint = '' }]) => [path.resolve(entryPoint), file]),
  );
  return {
    name: 'on-demand',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ kind, path: imported, resolveDir }) => {
        const chunk = chunkOf.get(path.join(resolveDir, `${imported}.ts`));
        if (kind !== 'dynamic-import' || !chunk) return undefined;
        return { path: chunk.replace(/^dist\//, './'), external: true };
      });
    },
  };
}

/**
 * What loads the same files in a browser's extension host.
 *
 * @param {readonly string[]} chunks
 */
async function buildWebLoader(chunks) {
  await build({
    ...webOptions,
    entryPoints: { web: 'src/web.ts' },
    outdir: 'dist',
    define: { CHUNKS: JSON.stringify(chunks) },
  });
}

/**
 * What is imported on demand is required then; a host that has to fetch it first has its own `require.later`.
 */
const later = '(require.later ?? ((id) => Promise.resolve().then(() => require(id))))';

/** @param {string} module */
async function toCommonJs(module) {
  const source = useEditorAsItIs(module.replaceAll(/\bimport\((?="\.)/g, `${later}(`));
  const { code } = await transform(source, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: production,
    sourcemap: production ? false : 'inline',
  });
  return code;
}

/**
 * Imported as a module of another format, the editor's API would be copied, with its seven hundred members,
 * for each file that a chunk is made of: that took up to a third of the activation.
 *
 * @param {string} module
 */
function useEditorAsItIs(module) {
  const [, first] = /^import \* as (\w+) from "vscode";$/m.exec(module) ?? [];
  return module.replaceAll(
    /^import \* as (\w+) from "vscode";$/gm,
    (_, name) => `const ${name} = ${name === first ? 'require("vscode")' : first};`,
  );
}

/**
 * What a browser's extension host evaluates: one script each.
 *
 * @type {import('esbuild').BuildOptions}
 */
const webOptions = {
  ...common,
  platform: 'browser',
  target: 'chrome120',
  format: 'cjs',
  // What needs Node is never evaluated there.
  external: ['vscode', 'node:*'],
  minify: production,
  sourcemap: production ? false : 'inline',
};

/** The page of panels runs in a browser and is loaded whole. */
async function buildPage() {
  await build({
    ...common,
    entryPoints: { panel: 'src/webviews/main.ts' },
    outdir: 'dist',
    platform: 'browser',
    target: 'chrome120',
    format: 'iife',
    minify: production,
    sourcemap: production ? false : 'inline',
  });
}

/** Unit, contract and e2e tests and the harness run in plain Node; packages stay outside. */
async function buildTests() {
  // What runs in the extension host is CommonJS, as extensions are.
  const inHost = await testFiles(['host', 'bench/host']);
  const entries = (await testFiles(['unit', 'contract', 'e2e', 'harness', 'bench'])).filter(
    (file) => !inHost.includes(file),
  );
  const modules = await build({
    ...common,
    entryPoints: [...entries, 'src/sandbox/cli.ts'],
    outbase: '.',
    outdir: 'out',
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    packages: 'external',
    sourcemap: 'linked',
    metafile: true,
  });
  const host = await build({
    ...common,
    entryPoints: inHost,
    outbase: '.',
    outdir: 'out',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    alias,
    sourcemap: 'linked',
    metafile: true,
  });
  const web = await buildWebTests(await testFiles(['host', 'web']));
  await removeOthers({
    ...modules.metafile.outputs,
    ...host.metafile.outputs,
    ...web.metafile.outputs,
  });
}

/**
 * The tests for a browser's extension host, which evaluates one script: all of them are in it, and are
 * evaluated when mocha has set up its globals.
 *
 * @param {string[]} files
 */
async function buildWebTests(files) {
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  const loaded = tests.map((file) => `require(${JSON.stringify(`./${file}`)});`).join('\n');
  return build({
    ...webOptions,
    stdin: {
      contents: `import { runOnWeb } from './test/web/run';
        export const run = () => runOnWeb(() => { ${loaded} });`,
      resolveDir: __dirname,
    },
    // A plain script, which is neither of the module formats that it seems to be.
    banner: { js: await readFile(require.resolve('mocha/mocha.js'), 'utf8') },
    outfile: 'out/test/web/index.js',
    alias: { 'node:assert/strict': path.join(__dirname, 'test/web/assertStrict.ts') },
    metafile: true,
  });
}

/**
 * Removes the output of earlier builds, such as that of a test that is deleted. Only now: tests that run
 * meanwhile keep the files that have not changed.
 *
 * @param {Record<string, unknown>} outputs
 */
async function removeOthers(outputs) {
  const built = new Set(Object.keys(outputs).map((file) => path.resolve(file)));
  for (const dir of ['out/chunks', 'out/src', 'out/test']) {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.resolve(entry.parentPath, entry.name));
    await Promise.all(files.filter((file) => !built.has(file)).map((file) => rm(file)));
  }
}

/** @param {string[]} levels */
async function testFiles(levels) {
  const listings = await Promise.all(
    levels.map(async (level) =>
      (await readdir(path.join('test', level), { recursive: true }).catch(() => []))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
        .map((name) => path.join('test', level, name)),
    ),
  );
  return listings.flat();
}

async function main() {
  // A window of an earlier development build still loads its chunks: only a package has to be clean.
  if (production) await rm('dist', { recursive: true, force: true });
  await Promise.all([buildExtension(), buildPage(), withTests ? buildTests() : undefined]);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
