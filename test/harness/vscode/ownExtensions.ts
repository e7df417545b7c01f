import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';

/** The built-in extensions that tests use. With all of them, each start needs a third more processor time. */
const used = [
  'configuration-editing',
  'diff',
  'json',
  'json-language-features',
  'log',
  'markdown-basics',
  'markdown-language-features',
  'media-preview',
  'shellscript',
  'theme-defaults',
  'theme-seti',
];

/** Returns a folder in `dataFolder` with only those of the extensions in `all`. */
export async function chooseExtensions(all: string, dataFolder: string): Promise<string> {
  const chosen = path.join(dataFolder, 'own-extensions');
  // After a restart, it's there.
  if ((await mkdir(chosen, { recursive: true })) === undefined) return chosen;
  await Promise.all(
    // A junction needs no special right on Windows; elsewhere the type is ignored.
    used.map((name) => symlink(path.join(all, name), path.join(chosen, name), 'junction')),
  );
  return chosen;
}
