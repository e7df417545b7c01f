import path from 'node:path';
import { ensurePackage, installDependencies, type NpmPackage } from '../system/npmPackage';

/** VS Code's server and browser workbench, as the package code-server carries them in lib/vscode. */
const codeServer: NpmPackage = {
  name: 'code-server',
  version: '4.139.1',
  async prepare(folder) {
    const vscode = path.join(folder, 'lib/vscode');
    await installDependencies(vscode);
    await installDependencies(path.join(vscode, 'extensions'));
  },
};

/** The oldest Node.js that this VS Code server starts on. */
const serverNodeMajor = 24;

/** The plain Node.js binary, by platform; the registry has not the same versions of all of them. */
const nodeVersions: Readonly<Record<string, string>> = {
  'linux-x64': '24.21.0',
  'linux-arm64': '24.21.0',
  'darwin-x64': '24.18.1',
  'win32-x64': '24.21.0',
};

/** What it takes to start a VS Code server. */
export interface VscodeInstallation {
  /** A Node.js that is new enough for it. */
  readonly node: string;
  /** The server's script. */
  readonly script: string;
}

/** Returns the VS Code server of this repository, downloading on the first call what the machine lacks. */
export async function ensureVscode(): Promise<VscodeInstallation> {
  const node = await ensureNode();
  const folder = await ensurePackage(codeServer);
  return { node, script: path.join(folder, 'lib/vscode/out/server-main.js') };
}

async function ensureNode(): Promise<string> {
  if (Number.parseInt(process.versions.node, 10) >= serverNodeMajor) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const version = nodeVersions[platform];
  if (version === undefined) {
    throw new Error(
      `VS Code's server needs Node.js ${serverNodeMajor} or later, which npm does not offer for ${platform}. ` +
        `Install it and run the same command with it (this is Node.js ${process.versions.node}).`,
    );
  }
  const name = `node-${platform.replace('win32', 'win')}`;
  const folder = await ensurePackage({ name, version });
  return path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
