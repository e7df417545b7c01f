import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** `owner/repository`, which npm gets from GitHub. */
const shorthand = /^[\w.-]+\/[\w.-]+(#|$)/;

/**
 * Takes out of the package.json in `folder` what npm would get from GitHub, where not every machine comes through,
 * and what only its developers need. For a package that works without either.
 */
export async function dropUnregistered(folder: string): Promise<void> {
  const file = path.join(folder, 'package.json');
  const { devDependencies: _, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([, source]) => !shorthand.test(source)),
  );
  await writeFile(file, JSON.stringify({ ...manifest, dependencies }));
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
}
