// Builds the extension into dist/ or the folder given by --outdir=, as released with --production,
// with a list of everything it consists of in the file given by --metafile=. With --scripts it also builds the scripts
// behind the npm commands into out/, with --tests the test levels, too; with --watch it builds the extension after each edit.
const { build } = require('esbuild');
const { watch } = require('node:fs');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');

const production = process.argv.includes('--production');
const withTests = process.argv.includes('--tests');
const withScripts = process.argv.includes('--scripts');
const metafile = valueOf('metafile');
const packedFolder = valueOf('outdir') ?? 'dist';
const sourcemap = production ? false : 'inline';

/** @param {string} name */
function valueOf(name) {
  return process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
}

const common = {
  bundle: true,
  // The host provides the first; the others are our own files, required on first use.
  external: ['vscode', './onDemand.js', './agents.js'],
  logLevel: /** @type {const} */ ('warning'),
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** @type {import('esbuild').BuildOptions} */
const forNode = { ...common, platform: 'node', target: 'node20' };

/** @type {import('esbuild').BuildOptions} */
const forBrowser = { ...common, platform: 'browser', target: 'chrome120' };

/** The packaged files. @type {import('esbuild').BuildOptions} */
const packed = {
  outdir: packedFolder,
  minify: production,
  sourcemap,
  metafile: metafile !== undefined,
};

/**
 * Packages whose Node entry doesn't bundle well: ofetch's includes a fetch polyfill (115 kB) that
 * every supported host has anyway, jsonc-parser's looks up its own files at run time, and that of
 * l10n reads files. The Model Context Protocol's includes a validator of JSON schemas (150 kB) that
 * nothing here uses.
 */
const alias = {
  '@vscode/l10n': path.join(__dirname, 'node_modules/@vscode/l10n/dist/browser.js'),
  ofetch: path.join(__dirname, 'node_modules/ofetch/dist/index.mjs'),
  'jsonc-parser': path.join(__dirname, 'node_modules/jsonc-parser/lib/esm/main.js'),
  '@modelcontextprotocol/server/_shims':
    'data:text/javascript,export class DefaultJsonSchemaValidator {}',
};

/**
 * Uses the editor's API without converting it. Imported as an ES module, its seven hundred members
 * would be copied for each importing file, which took up to a third of the activation time.
 *
 * @type {import('esbuild').Plugin}
 */
const editorAsItIs = {
  name: 'editor-as-it-is',
  setup(builder) {
    const asModule = "import * as vscode from 'vscode';";
    builder.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replace(
        asModule,
        "import vscode = require('vscode');",
      ),
      loader: 'ts',
    }));
  },
};

/** Builds what activation needs, in one file. */
async function buildExtension() {
  return build({
    ...forNode,
    ...packed,
    entryPoints: { extension: 'src/extension.ts' },
    format: 'cjs',
    alias,
    plugins: [editorAsItIs],
  });
}

/** Builds what is loaded on first use, in one file. */
async function buildOnDemand() {
  return build({
    ...forNode,
    ...packed,
    entryPoints: { onDemand: 'src/ui/app/onDemand.ts' },
    format: 'cjs',
    alias,
    plugins: [editorAsItIs],
  });
}

/** Builds what only Node runs: the server for agents, and the program by which others reach it. */
async function buildForAgents() {
  return build({
    ...forNode,
    ...packed,
    entryPoints: { agents: 'src/agents/server/main.ts', bridge: 'src/agents/bridge/main.ts' },
    format: 'cjs',
    alias,
  });
}

/** Builds the command line, in one file. */
async function buildCommandLine() {
  return build({
    ...forNode,
    ...packed,
    entryPoints: { cli: 'src/cli.ts' },
    format: 'cjs',
    alias,
  });
}

/** Builds the loader of both for a browser's extension host. */
async function buildWebLoader() {
  return build({
    ...forBrowser,
    ...packed,
    entryPoints: { web: 'src/web.ts' },
    format: 'cjs',
  });
}

/** Builds the pages of panels. */
async function buildPages() {
  return build({
    ...forBrowser,
    ...packed,
    entryPoints: {
      panel: 'src/pages/main.ts',
    },
    format: 'iife',
  });
}

/**
 * Node reads the map of every module that it loads: with the sources in them, unit tests took a fifth longer.
 *
 * @type {import('esbuild').BuildOptions}
 */
const intoOut = {
  outbase: '.',
  outdir: 'out',
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
};

/** The scripts behind the npm commands, and what they share with the tests. */
const scripts = ['scripts', 'test/harness'];

/** The tests that run in plain Node. */
const levels = ['unit', 'laws', 'contract', 'pages', 'e2e', 'oldest', 'bench'];

/**
 * Builds scripts for plain Node, among them the sandbox's command line.
 *
 * @param {readonly string[]} entryPoints
 */
async function buildScripts(entryPoints) {
  return build({
    ...forNode,
    ...intoOut,
    entryPoints: [...entryPoints, 'src/sandbox/cli.ts'],
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    packages: 'external',
  });
}

/**
 * Builds the tests. Unit, contract and e2e tests and the harness run in plain Node; packages stay
 * external.
 */
async function buildTests() {
  const hostTests = (await codeFiles(['test/host'])).filter(isTest);
  // Code in the extension host is CommonJS, like extensions.
  const inHost = ['test/host/index.ts', ...(await codeFiles(['test/bench/host']))];
  const inNode = (await codeFiles([...scripts, ...levels.map((level) => `test/${level}`)])).filter(
    (file) => !inHost.includes(file),
  );
  const built = await Promise.all([
    buildScripts(inNode),
    build({
      ...forNode,
      ...intoOut,
      entryPoints: inHost,
      format: 'cjs',
      external: [...common.external, 'mocha'],
      alias,
    }),
    // In one file, so that the host loads what they share only once.
    build({
      ...forNode,
      stdin: {
        contents: hostTests.map((file) => `import ${JSON.stringify(`./${file}`)};`).join('\n'),
        resolveDir: __dirname,
      },
      outfile: 'out/test/host/tests.js',
      sourcemap: 'linked',
      metafile: true,
      format: 'cjs',
      alias,
    }),
    buildWebTests(),
  ]);
  await removeOthers(built.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {})));
}

/**
 * Builds the tests for a browser's extension host, which evaluates a single script: it contains all
 * tests and evaluates them once mocha has set up its globals.
 */
async function buildWebTests() {
  return build({
    ...forBrowser,
    stdin: {
      contents: `import { runOnWeb } from './test/web/run';
        export const run = () => runOnWeb(() => { require('./test/web/tests'); });`,
      resolveDir: __dirname,
    },
    // A plain script, although it looks like both module formats.
    banner: { js: await readFile(require.resolve('mocha/mocha.js'), 'utf8') },
    outfile: 'out/test/web/index.js',
    format: 'cjs',
    // Anything that needs Node is never evaluated there.
    external: [...common.external, 'node:*'],
    alias: { 'node:assert/strict': path.join(__dirname, 'test/web/assertStrict.ts') },
    sourcemap: 'inline',
    metafile: true,
  });
}

/**
 * Removes output of earlier builds, such as that of deleted tests. Done last, so that tests running
 * meanwhile keep the files that haven't changed.
 *
 * @param {string[]} outputs
 */
async function removeOthers(outputs) {
  const built = new Set(outputs.map((file) => path.resolve(file)));
  for (const dir of ['out/chunks', 'out/scripts', 'out/src', 'out/test']) {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.resolve(entry.parentPath, entry.name));
    await Promise.all(files.filter((file) => !built.has(file)).map((file) => rm(file)));
  }
}

/** @param {string} file */
function isTest(file) {
  return file.endsWith('.test.ts');
}

/** @param {readonly string[]} folders */
async function codeFiles(folders) {
  const listings = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true }))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
        .map((name) => path.join(folder, name)),
    ),
  );
  return listings.flat().sort();
}

/** Builds the extension again after each edit below src, until it's stopped. */
async function buildOnEdits() {
  let isStale = true;
  let wake = () => {};
  watch('src', { recursive: true }, () => {
    isStale = true;
    wake();
  });
  for (;;) {
    while (isStale) {
      isStale = false;
      // The task of .vscode/tasks.json waits for these two lines.
      console.log('Building…');
      await buildProduct().catch(() => undefined);
      console.log('Built.');
    }
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
    });
  }
}

async function buildProduct() {
  return Promise.all([
    buildExtension(),
    buildOnDemand(),
    buildWebLoader(),
    buildForAgents(),
    buildCommandLine(),
    buildPages(),
  ]);
}

async function buildBeside() {
  if (withTests) await buildTests();
  else if (withScripts) await buildScripts(await codeFiles(scripts));
}

async function main() {
  if (process.argv.includes('--watch')) await buildOnEdits();
  const [packedParts] = await Promise.all([buildProduct(), buildBeside()]);
  if (metafile === undefined) return;
  const inputs = Object.assign({}, ...packedParts.map((part) => part.metafile?.inputs));
  await writeFile(metafile, JSON.stringify({ inputs }));
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
