import path from 'node:path';
import { ensurePackage, installDependencies, type NpmPackage } from '../system/npmPackage';
import { dropDependencies } from './dropDependencies';
import { type VscodeRelease, vscodeReleases } from './releases';
import { ensureNode } from './serverNode';

/** Packages that VS Code only loads for agents, and for chat and tree-sitter, which are turned off. */
const unusedDependencies = [
  '@github/copilot-sdk',
  '@microsoft/mxc-sdk',
  '@vscode/sandbox-runtime',
  '@vscode/tree-sitter-wasm',
];

/** Built-in extensions that no test uses, only the largest. */
const unusedExtensions = ['copilot', 'mermaid-markdown-features', 'microsoft-authentication'];

/** VS Code's server and browser workbench, as contained in the package code-server in lib/vscode. */
function codeServer(release: VscodeRelease): NpmPackage {
  return {
    name: 'code-server',
    // Its version is that of its VS Code, except for the first number.
    version: vscodeReleases[release].replace(/^1\./, '4.'),
    async prepare(folder) {
      const vscode = path.join(folder, 'lib/vscode');
      await dropDependencies(vscode, unusedDependencies);
      await installDependencies(vscode);
    },
    unused: unusedExtensions.map((name) => `lib/vscode/extensions/${name}`),
  };
}

/** The files needed to start a VS Code server. */
export interface VscodeInstallation {
  /** A Node.js that it runs on. */
  readonly node: string;
  /** The server's script. */
  readonly script: string;
  /** The folder of its own extensions. */
  readonly extensions: string;
}

/** Returns the VS Code server of `release`, downloading missing parts on the first call. */
export async function ensureVscode(release: VscodeRelease = 'newest'): Promise<VscodeInstallation> {
  const node = await ensureNode(release);
  const folder = await ensurePackage(codeServer(release));
  const vscode = path.join(folder, 'lib/vscode');
  return {
    node,
    script: path.join(vscode, 'out/server-main.js'),
    extensions: path.join(vscode, 'extensions'),
  };
}
