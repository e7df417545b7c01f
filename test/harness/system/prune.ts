import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Files that only help to debug a program. */
const debugging = /\.(?:map|pdb)$/;

/** A folder of files compiled for one platform, such as `win32-arm64`. */
const compiled = /^(?:darwin|linux|linuxmusl|win32)-(?:arm|arm64|ia32|ppc64|riscv64|s390x|x64)$/;

/** Whether nothing that runs on a machine reads the file or folder with this name. */
export function isUnneeded(
  name: string,
  machine: Pick<NodeJS.Process, 'platform' | 'arch'>,
): boolean {
  return (
    debugging.test(name) || (compiled.test(name) && name !== `${machine.platform}-${machine.arch}`)
  );
}

/** Removes the `unused` paths of a folder, and files that are only for debugging or for other platforms. */
export async function prune(folder: string, unused: readonly string[] = []): Promise<void> {
  await Promise.all(unused.map((each) => remove(path.join(folder, each))));
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const found = path.join(folder, entry.name);
      if (isUnneeded(entry.name, process)) await remove(found);
      else if (entry.isDirectory()) await prune(found);
    }),
  );
}

function remove(found: string): Promise<void> {
  return rm(found, { recursive: true, force: true });
}
