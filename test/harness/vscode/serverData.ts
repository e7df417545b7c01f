import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from './userSettings';

/** What a server finds in its data folder when it starts. */
export interface ServerData {
  /** The person's settings; those that are there stay where it is absent. */
  readonly settings?: Settings;
  /** Extensions that count as installed, by their folders; they are used where they are. */
  readonly installed?: readonly string[];
}

/** Fills the folder before a server's first start. */
export async function prepareServerData(
  folder: string,
  { settings, installed = [] }: ServerData,
): Promise<void> {
  if (settings !== undefined) {
    // This build keeps settings beside the server, where a desktop VS Code has them at home.
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

/** Without a list of its own yet, a server takes all folders of this form for installed extensions. */
async function install(extensions: string, extension: string): Promise<void> {
  const manifest = await readFile(path.join(extension, 'package.json'), 'utf8');
  const { publisher, name, version } = JSON.parse(manifest) as Record<string, string>;
  await mkdir(extensions, { recursive: true });
  // A junction needs no special right on Windows; elsewhere the type is not looked at.
  await symlink(extension, path.join(extensions, `${publisher}.${name}-${version}`), 'junction');
}
