import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from '../npm.mjs';
import { downloads } from './paths';
import { say } from './say';

/** A package that only some machines need, at the one version that is known to work. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** What has to happen to the package's `folder` before it is of use. */
  readonly prepare?: (folder: string) => Promise<void>;
}

/**
 * Returns the folder of `wanted`, which is downloaded where it is not there yet; later calls need no network.
 * Throws when the download fails; the next call starts afresh.
 */
export async function ensurePackage(wanted: NpmPackage): Promise<string> {
  const id = `${wanted.name}@${wanted.version}`;
  const home = path.join(downloads, id.replaceAll('/', '-'));
  const folder = folderIn(home, wanted);
  if (existsSync(home)) return folder;

  // Installed aside and then renamed: what carries the final name is complete, whoever interrupts us.
  const staging = `${home}.partial-${process.pid}`;
  try {
    say(`Downloading ${id} into ${path.basename(downloads)}/ (once) …`);
    await mkdir(staging, { recursive: true });
    await writeFile(path.join(staging, 'package.json'), '{"private":true}\n');
    await installDependencies(staging, [id]);
    await wanted.prepare?.(folderIn(staging, wanted));
    await rename(staging, home);
  } catch (cause) {
    await rm(staging, { recursive: true, force: true });
    if (existsSync(home)) return folder; // Another process was faster.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${id} could not be installed: ${reason}\nCheck that npm reaches its registry, then run the same command again.`,
      { cause },
    );
  }
  return folder;
}

/** Installs what the package in `folder` needs at run time, and `more`; no package's own scripts run. */
export async function installDependencies(
  folder: string,
  more: readonly string[] = [],
): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  await runNpm(folder, ['install', '--ignore-scripts', '--omit=dev', ...quiet, ...more]);
}

function folderIn(home: string, { name }: NpmPackage): string {
  return path.join(home, 'node_modules', name);
}
