import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';

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
    const kept = Object.entries(content).filter(
      ([key]) => name !== 'package.json' || !forDevelopers.includes(key),
    );
    return JSON.stringify(Object.fromEntries(kept));
  },
  '.css': async (text) => (await transform(text, { loader: 'css', minify: true })).code,
};
