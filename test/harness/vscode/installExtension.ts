import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureVscode } from './install';
import type { VscodeRelease } from './releases';

/** Installs a packed extension into a server's data folder, like a person does from a file. */
export async function installExtension(
  file: string,
  dataFolder: string,
  release?: VscodeRelease,
): Promise<void> {
  const { node, script } = await ensureVscode(release);
  const child = spawn(
    node,
    [
      script,
      `--install-extension=${file}`,
      `--server-data-dir=${dataFolder}`,
      '--accept-server-license-terms',
      '--force',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  }
  const [code] = await once(child, 'exit');
  const text = output.join('');
  if (code !== 0 || !text.includes('successfully installed')) {
    throw new Error(`VS Code did not install ${file}:\n${text}`);
  }
}
