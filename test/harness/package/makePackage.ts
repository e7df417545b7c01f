import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ensurePackage } from '../system/npmPackage';
import { root } from '../system/paths';

/** The editor's own packaging tool: hundreds of packages that only who makes a package needs. */
const vsce = { name: '@vscode/vsce', version: '3.9.2' };

/** Builds the extension as people get it, and packs it into `file`. Throws when a step fails. */
export async function makePackage(file: string): Promise<void> {
  const tool = await ensurePackage(vsce);
  await runNode([path.join(root, 'esbuild.js'), '--production']);
  await runNode([
    path.join(tool, 'vsce'),
    'package',
    '--no-dependencies',
    // The pictures of the README are packed with it: nothing has to be published for them to show.
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    `--out=${file}`,
  ]);
}

async function runNode(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  }
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    throw new Error(`${path.basename(args[0] ?? '')} ended with code ${code}:\n${output.join('')}`);
  }
}
