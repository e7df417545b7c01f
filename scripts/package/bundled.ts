import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from '../../test/harness/system/paths';

/** A third-party package whose code is in ours. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  /** The text of its license, which must accompany its code. */
  readonly licenseText: string;
}

/**
 * The packages whose code a build contains, by name, among them those that were built into another
 * one. Throws if one has no license, because its code must not be distributed.
 */
export async function findBundled({ inputs }: Pick<Metafile, 'inputs'>): Promise<BundledPackage[]> {
  const files = Object.keys(inputs).filter((file) => file.includes('node_modules/'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  const inlined = texts.flatMap((text) => text.match(/^\/\/#region .*node_modules\/.*$/gm) ?? []);
  const names = [...files, ...inlined].flatMap((file) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
    return name === undefined ? [] : [name];
  });
  return Promise.all([...new Set(names)].sort().map(describe));
}

async function describe(name: string): Promise<BundledPackage> {
  const folder = path.join(root, 'node_modules', name);
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly license?: string;
  };
  const texts = await Promise.all(
    [
      path.join(folder, 'LICENSE'),
      path.join(folder, 'LICENSE.md'),
      // Those of packages that come without, from their repositories.
      path.join(root, 'scripts/package/licenses', `${name}.txt`),
    ].map((file) => readFile(file, 'utf8').catch(() => undefined)),
  );
  const licenseText = texts.find((text) => text !== undefined);
  const { version, license } = manifest;
  if (!license || !licenseText) throw new Error(`${name} ${version} has no license to hand on.`);
  return { name, version, license, licenseText: licenseText.trim() };
}
