import path from 'node:path';
import { ensurePackage, installDependencies, type NpmPackage } from '../system/npmPackage';
import { dropUnregistered } from './dropUnregistered';
import { type VscodeRelease, vscodeReleases } from './releases';
import { ensureNode } from './serverNode';

/** VS Code's server and browser workbench, as the package code-server carries them in lib/vscode. */
function codeServer(release: VscodeRelease): NpmPackage {
  return {
    name: 'code-server',
    // Its version is that of its VS Code but for the first number.
    version: vscodeReleases[release].replace(/^1\./, '4.'),
    async prepare(folder) {
      const vscode = path.join(folder, 'lib/vscode');
      await installWithin(vscode);
      await installWithin(path.join(vscode, 'extensions'));
    },
  };
}

async function installWithin(folder: string): Promise<void> {
  await dropUnregistered(folder);
  await installDependencies(folder);
}

/** The files needed to start a VS Code server. */
export interface VscodeInstallation {
  /** A Node.js that it runs on. */
  readonly node: string;
  /** The server's script. */
  readonly script: string;
}

/** Returns the VS Code server of `release`, downloading on the first call what the machine lacks. */
export async function ensureVscode(release: VscodeRelease = 'newest'): Promise<VscodeInstallation> {
  const node = await ensureNode(release);
  const folder = await ensurePackage(codeServer(release));
  return { node, script: path.join(folder, 'lib/vscode/out/server-main.js') };
}
