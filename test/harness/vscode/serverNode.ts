import path from 'node:path';
import { ensurePackage } from '../system/npmPackage';
import type { VscodeRelease } from './releases';

/** The Node.js that a VS Code server needs. */
interface ServerNode {
  readonly wanted: string;
  readonly fits: (major: number) => boolean;
  /** The plain binary's versions by platform; the registry has not the same ones of all of them. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The extension host of the oldest release hangs on Node.js 24, and the newest server hangs before that. */
const serverNodes: Readonly<Record<VscodeRelease, ServerNode>> = {
  oldest: {
    wanted: '22',
    fits: (major) => major === 22,
    versions: {
      'linux-x64': '22.23.3',
      'linux-arm64': '22.23.3',
      'darwin-x64': '22.23.3',
      'win32-x64': '22.23.3',
    },
  },
  newest: {
    wanted: '24 or later',
    fits: (major) => major >= 24,
    versions: {
      'linux-x64': '24.21.0',
      'linux-arm64': '24.21.0',
      'darwin-x64': '24.18.1',
      'win32-x64': '24.21.0',
    },
  },
};

/** Returns a Node.js that `release` runs on: this process's, or else one that is downloaded on the first call. */
export async function ensureNode(release: VscodeRelease): Promise<string> {
  const { wanted, fits, versions } = serverNodes[release];
  if (fits(Number.parseInt(process.versions.node, 10))) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const version = versions[platform];
  if (version === undefined) {
    throw new Error(
      `VS Code's server needs Node.js ${wanted}, which npm does not offer for ${platform}. ` +
        `Install it and run the same command with it (this is Node.js ${process.versions.node}).`,
    );
  }
  const name = `node-${platform.replace('win32', 'win')}`;
  const folder = await ensurePackage({ name, version });
  return path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
