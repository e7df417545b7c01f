import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toBillOfMaterials } from './billOfMaterials';
import { packExtension, readProduct, stageExtension } from './makePackage';
import { packCommandLine } from './packCommandLine';
import { makeTemporaryFolder } from '../../test/harness/system/temporaryFolder';

/** A finished package. */
export interface Release {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** The SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Makes the package and, next to it, the command line, a bill of materials (`.cdx.json`) and their
 * checksums in the form that `sha256sum --check` reads (`.sha256`). Throws when a step fails.
 */
export async function makeRelease(file: string): Promise<Release> {
  const staging = makeTemporaryFolder('staging');
  try {
    const product = await readProduct();
    const bundled = await stageExtension(staging.path);
    await packExtension(staging.path, file);
    const program = await packCommandLine(staging.path, product, path.dirname(file));
    const files = [file, ...program];
    const sums = await Promise.all(files.map(toSha256));
    const lines = files.map((each, index) => `${sums[index]}  ${path.basename(each)}\n`);
    const bill = toBillOfMaterials(product, bundled);
    await writeFile(`${file}.cdx.json`, `${JSON.stringify(bill, undefined, 2)}\n`);
    await writeFile(`${file}.sha256`, lines.join(''));
    return { file, size: (await stat(file)).size, sha256: sums[0] ?? '' };
  } finally {
    staging.remove();
  }
}

async function toSha256(file: string): Promise<string> {
  const bytes = await readFile(file);
  return createHash('sha256').update(bytes).digest('hex');
}
