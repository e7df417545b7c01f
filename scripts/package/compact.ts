import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import titles from '../../package.nls.json';

/** The parts of the manifest that are only needed for developing. */
const forDevelopers = ['scripts', 'devDependencies'];

/** Rewrites files of a folder that only machines read without what they don't need, such as indentation. */
export async function compactFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files.map(async (name) => {
      const compact = compactors[path.extname(name)];
      const file = path.join(folder, name);
      if (compact) await writeFile(file, await compact(await readFile(file, 'utf8'), name));
    }),
  );
}

const compactors: Readonly<
  Record<string, ((text: string, name: string) => string | Promise<string>) | undefined>
> = {
  '.json': (text, name) => {
    const content = JSON.parse(text) as Record<string, unknown>;
    const kept = Object.entries(content).filter(([key]) => isNeeded(key, name));
    return JSON.stringify(Object.fromEntries(kept));
  },
  '.css': async (text) => (await transform(text, { loader: 'css', minify: true })).code,
};

function isNeeded(key: string, file: string): boolean {
  if (file === 'package.json') return !forDevelopers.includes(key);
  // Texts of the manifest have files of their own.
  return !path.basename(file).startsWith('bundle.l10n.') || !(key in titles);
}
