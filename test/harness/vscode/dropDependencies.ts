import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** `owner/repository`, which npm gets from GitHub. */
const shorthand = /^[\w.-]+\/[\w.-]+(#|$)/;

/**
 * Removes from the package.json in `folder` the `unused` dependencies, development dependencies, and
 * those from GitHub, which not every machine can reach. For a package that works without them.
 */
export async function dropDependencies(folder: string, unused: readonly string[]): Promise<void> {
  const file = path.join(folder, 'package.json');
  const { devDependencies: _, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(
      ([name, source]) => !unused.includes(name) && !shorthand.test(source),
    ),
  );
  await writeFile(file, JSON.stringify({ ...manifest, dependencies }));
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
}
