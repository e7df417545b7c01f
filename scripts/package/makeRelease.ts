import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toBillOfMaterials } from './billOfMaterials';
import { makePackage, readProduct } from './makePackage';

/** A finished package. */
export interface Release {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** The SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Makes the package and, next to it, its bill of materials (`.cdx.json`) and its checksum in the form that
 * `sha256sum --check` reads (`.sha256`). Throws when a step fails.
 */
export async function makeRelease(file: string): Promise<Release> {
  const bundled = await makePackage(file);
  const bytes = await readFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const bill = toBillOfMaterials(await readProduct(), bundled);
  await Promise.all([
    writeFile(`${file}.cdx.json`, `${JSON.stringify(bill, undefined, 2)}\n`),
    writeFile(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`),
  ]);
  return { file, size: bytes.length, sha256 };
}
