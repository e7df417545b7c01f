// The entry point of every npm script: its name, and what it does, which `npm run` lists. It runs before anything is
// installed: plain JavaScript, no dependencies.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './npm.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/** @type {Record<string, string[]>} */
const tasks = {
  start: ['out/scripts/start.mjs'],
  test: ['out/test/harness/test.mjs'],
  check: ['out/test/harness/test.mjs', 'types', 'lint', 'format', 'unit'],
  laws: ['out/test/harness/laws.mjs'],
  package: ['out/scripts/package.mjs'],
  release: ['out/scripts/release.mjs'],
  screenshots: ['out/scripts/screenshots.mjs'],
  manifest: ['out/scripts/manifest.mjs'],
  docs: ['out/scripts/docs.mjs'],
  sandbox: ['out/src/sandbox/cli.mjs'],
  bench: ['out/test/bench/bench.mjs'],
  mutate: ['out/scripts/mutate.mjs'],
};

/** Those that start as soon as the extension and the scripts are built. */
const withoutTests = ['start', 'package', 'release', 'manifest', 'docs', 'sandbox'];

/** @param {string} file */
function modified(file) {
  return statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`This needs Node.js 20.19 or later, and runs on ${process.versions.node}.`);
}

async function install() {
  if (modified('node_modules/.package-lock.json') >= modified('package-lock.json')) return;
  console.error('Installing the development packages (npm ci) …');
  await runNpm(root, ['ci', '--include=dev']);
}

/** @param {number} id */
function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Runs a script in Node, forwards the signals that this process gets, and resolves with its exit code.
 *
 * @param {string[]} args
 * @param {'inherit' | NodeJS.WriteStream} stdout
 * @returns {Promise<number>}
 */
function runNode(args, stdout) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['inherit', stdout, 'inherit'],
    });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // Ctrl+C in a terminal reaches the child directly.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on('SIGINT', forward).on('SIGTERM', forward);
    // The shell between npm and this process dies on a signal without forwarding it.
    const parent = process.ppid;
    const watch = setInterval(() => {
      // Windows goes on to report the id of a parent that is gone, while elsewhere another process takes its place.
      if (process.ppid !== parent || !isRunning(parent)) child.kill('SIGTERM');
    }, 500);
    child.once('error', reject).once('exit', (code, signal) => {
      clearInterval(watch);
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

async function main() {
  const [name = '', , ...args] = process.argv.slice(2);
  const task = tasks[name];
  if (!task) {
    throw new Error(`There is no task "${name}"; the tasks are ${Object.keys(tasks).join(', ')}.`);
  }
  checkNode();
  await install();
  const needs = withoutTests.includes(name) ? '--scripts' : '--tests';
  const built = await runNode(['esbuild.js', needs], process.stderr);
  return built || runNode(['--enable-source-maps', ...task, ...args], 'inherit');
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
