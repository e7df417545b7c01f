import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The size of everything that runs when the main file is loaded, in bytes: what it requires at once. */
export async function sizeAtActivation(main: string): Promise<number> {
  const files = new Set([main]);
  let size = 0;
  for (const file of files) {
    const code = await readFile(file, 'utf8');
    size += Buffer.byteLength(code);
    // What is loaded on demand is required by a name that is handed over.
    for (const [, required] of code.matchAll(/require\("(\.[^"]+)"\)/g)) {
      files.add(path.resolve(path.dirname(file), required ?? ''));
    }
  }
  return size;
}
