import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readmeForPackage } from './readmeForPackage';
import { ensurePackage } from '../system/npmPackage';
import { root } from '../system/paths';
import { makeTemporaryFolder } from '../system/temporaryFolder';

/** The editor's own packaging tool: hundreds of packages that only who makes a package needs. */
const vsce = { name: '@vscode/vsce', version: '3.9.2' };

/** What a package is made of, and what tells which of that is packed. */
const parts = /^(dist|media|package(\.nls(\.\w+)?)?\.json|CHANGELOG\.md|LICENSE|\.vscodeignore)$/;

/** Builds the extension as people get it, and packs it into `file`. Throws when a step fails. */
export async function makePackage(file: string): Promise<void> {
  const tool = await ensurePackage(vsce);
  await runNode(root, [path.join(root, 'esbuild.js'), '--production']);
  const staging = makeTemporaryFolder('staging');
  try {
    await stage(staging.path);
    await runNode(staging.path, [
      path.join(tool, 'vsce'),
      'package',
      '--no-dependencies',
      '--allow-missing-repository',
      `--out=${file}`,
    ]);
  } finally {
    staging.remove();
  }
}

async function stage(folder: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => parts.test(name));
  await Promise.all(
    names.map((name) => cp(path.join(root, name), path.join(folder, name), { recursive: true })),
  );
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  await writeFile(path.join(folder, 'README.md'), readmeForPackage(readme));
}

async function runNode(cwd: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  }
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    throw new Error(`${path.basename(args[0] ?? '')} ended with code ${code}:\n${output.join('')}`);
  }
}
