import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { prune } from './prune';
import { runNpm } from '../../../scripts/npm.mjs';
import { downloads } from './paths';
import { say } from './say';

/** A package that only some machines need, in the one version known to work. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** Prepares the package's `folder` for use. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** Paths in the package's folder that the tests don't use. */
  readonly unused?: readonly string[];
}

/**
 * Returns the folder of `wanted`, downloading it if it's missing; later calls need no network.
 * Throws when the download fails; the next call starts afresh.
 */
export async function ensurePackage(wanted: NpmPackage): Promise<string> {
  const id = `${wanted.name}@${wanted.version}`;
  const home = await ensureHome(id, async (staging) => {
    await writeFile(path.join(staging, 'package.json'), '{"private":true}\n');
    await installDependencies(staging, [id]);
    await wanted.prepare?.(folderIn(staging, wanted));
    await prune(
      staging,
      wanted.unused?.map((each) => path.join('node_modules', wanted.name, each)),
    );
  });
  return folderIn(home, wanted);
}

/** The same for all that a folder's lock file names, in exactly these versions; returns their home. */
export async function ensureLocked(folder: string): Promise<string> {
  const lock = await readFile(path.join(folder, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 10);
  return ensureHome(`${path.basename(folder)}@${version}`, async (staging) => {
    for (const name of ['package.json', 'package-lock.json']) {
      await cp(path.join(folder, name), path.join(staging, name));
    }
    await runNpm(staging, [
      'ci',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
  });
}

async function ensureHome(
  id: string,
  install: (staging: string) => Promise<void>,
): Promise<string> {
  const home = path.join(downloads, id.replaceAll('/', '-'));
  if (existsSync(home)) return home;

  // Installed elsewhere and then renamed, so that the folder with the final name is always complete.
  const staging = `${home}.partial-${process.pid}`;
  try {
    say(`Downloading ${id} into ${path.basename(downloads)}/ (once) …`);
    await mkdir(staging, { recursive: true });
    await install(staging);
    await rename(staging, home);
  } catch (cause) {
    await rm(staging, { recursive: true, force: true });
    if (existsSync(home)) return home; // Another process was faster.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${id} could not be installed: ${reason}\nCheck that npm reaches its registry, then run the same command again.`,
      { cause },
    );
  }
  return home;
}

/** Installs the runtime dependencies of the package in `folder`, and `more`, without running packages' scripts. */
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
