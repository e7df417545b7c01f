import { execFile } from 'node:child_process';
import { chmod, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensurePackage } from '../system/npmPackage';
import { makeTemporaryFolder } from '../system/temporaryFolder';

/** Its folders, by the platform whose programs they contain. */
const programs = { darwin: 'mac', linux: 'linux', win32: 'win' };

/** Compresses by 3 % more than the packaging tool, in the same format. */
const sevenZip = {
  name: '7zip-bin',
  version: '5.2.0',
  unused: Object.entries(programs).flatMap(([platform, folder]) =>
    platform === process.platform ? [] : [folder],
  ),
};

const run = promisify(execFile);

/** Compresses the files of a package again, as much as the format allows. Throws if that fails. */
export async function recompress(file: string): Promise<void> {
  const program = await ensureProgram();
  const work = makeTemporaryFolder('recompress');
  try {
    const files = path.join(work.path, 'files');
    await run(program, ['x', `-o${files}`, file]);
    const list = path.join(work.path, 'list.txt');
    await writeFile(list, (await listFiles(files)).join('\n'));
    const smaller = `${file}.smaller`;
    await rm(smaller, { force: true });
    const most = ['-tzip', '-mx=9', '-mfb=258', '-mpass=15', '-mtc=off'];
    await run(program, ['a', ...most, smaller, `@${list}`], { cwd: files });
    await rename(smaller, file);
  } finally {
    work.remove();
  }
}

async function ensureProgram(): Promise<string> {
  const folder = await ensurePackage(sevenZip);
  const { path7za } = createRequire(import.meta.url)(folder) as { readonly path7za: string };
  // The package's programs can't be run as they are.
  if (process.platform !== 'win32') await chmod(path7za, 0o755);
  return path7za;
}

/** The files below a folder without the folders themselves, always in the same order. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
