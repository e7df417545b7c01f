import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from './userSettings';

/** The content of a server's data folder when it starts. */
export interface ServerData {
  /** The person's settings; if absent, the existing ones remain. */
  readonly settings?: Settings;
  /** Folders of extensions that count as installed, used in place. */
  readonly installed?: readonly string[];
}

/** Fills the data folder before a server's first start. */
export async function prepareServerData(
  folder: string,
  { settings, installed = [] }: ServerData,
): Promise<void> {
  if (settings !== undefined) {
    // This build keeps settings with the server, unlike desktop VS Code, which uses the home folder.
    await mkdir(path.join(folder, 'data/User'), { recursive: true });
    await writeFile(
      path.join(folder, 'data/User/settings.json'),
      JSON.stringify(settings, undefined, 2),
    );
  }
  await Promise.all(
    installed.map((extension) => install(path.join(folder, 'extensions'), extension)),
  );
}

/** Without a list, a server treats all folders of this form as installed extensions. */
async function install(extensions: string, extension: string): Promise<void> {
  const manifest = await readFile(path.join(extension, 'package.json'), 'utf8');
  const { publisher, name, version } = JSON.parse(manifest) as Record<string, string>;
  await mkdir(extensions, { recursive: true });
  // A junction needs no special right on Windows; elsewhere the type is ignored.
  await symlink(extension, path.join(extensions, `${publisher}.${name}-${version}`), 'junction');
}
