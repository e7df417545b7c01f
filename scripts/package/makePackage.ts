import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { type BundledPackage, findBundled } from './bundled';
import type { Product } from './billOfMaterials';
import { compactFiles } from './compact';
import { toNotices } from './notices';
import { readmeForPackage, toPictures } from './readmeForPackage';
import { ensurePublishingTool } from './tools';
import { root } from '../../test/harness/system/paths';
import { makeTemporaryFolder } from '../../test/harness/system/temporaryFolder';

/** Where the product is published, and by whom. */
interface Published {
  readonly author: string;
  readonly publisher: string;
  readonly repository: { readonly url: string };
}

/** The sources of a package, and the lists that select which of them are packed. */
const parts = /^(media|package(\.nls(\.\w+)?)?\.json|CHANGELOG\.md|LICENSE|\.vscodeignore)$/;

/** The modification time of all files in a package, fixed so that equal builds have equal bytes. */
const sealedAt = Date.UTC(2000, 0, 1) / 1000;

/**
 * Fills `folder` with everything to pack, built for release. Returns the third-party packages
 * in it. Throws when the build fails.
 */
export async function stageExtension(folder: string): Promise<readonly BundledPackage[]> {
  const bundled = await findBundled(await buildForPeople(path.join(folder, 'dist')));
  const names = (await readdir(root)).filter((name) => parts.test(name));
  await Promise.all(
    names.map((name) => cp(path.join(root, name), path.join(folder, name), { recursive: true })),
  );
  await compactFiles(folder);
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const pictures = toPictures((await readProduct()).repository.url);
  await writeFile(path.join(folder, 'README.md'), readmeForPackage(readme, pictures));
  await writeFile(path.join(folder, 'THIRD_PARTY_NOTICES.txt'), toNotices(bundled));
  return bundled;
}

/** The manifest's product data. */
export async function readProduct(): Promise<Product & Published> {
  return JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Product & Published;
}

/** Builds the code for release into `folder`. Returns its inputs. Throws when the build fails. */
export async function buildForPeople(folder: string): Promise<Pick<Metafile, 'inputs'>> {
  const list = makeTemporaryFolder('metafile');
  const metafile = path.join(list.path, 'metafile.json');
  try {
    const build = path.join(root, 'esbuild.js');
    await runNode(root, [build, '--production', `--outdir=${folder}`, `--metafile=${metafile}`]);
    return JSON.parse(await readFile(metafile, 'utf8')) as Pick<Metafile, 'inputs'>;
  } finally {
    list.remove();
  }
}

/** Packs a staged folder into `file`. Throws if a tool fails or prints a warning. */
export async function packExtension(folder: string, file: string): Promise<void> {
  const vsce = await ensurePublishingTool('@vscode/vsce', 'vsce');
  await openToAll(folder);
  const output = await runNode(folder, [vsce, 'package', '--no-dependencies', `--out=${file}`], {
    SOURCE_DATE_EPOCH: String(sealedAt),
    // The package holds times without a zone.
    TZ: 'UTC',
  });
  if (/\bwarning\b/i.test(output)) throw new Error(`The packaging tool warns:\n${output}`);
}

/** Gives files the same rights whoever made them: the package holds these, too. */
async function openToAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries.map((entry) =>
      chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644),
    ),
  );
}

/** Runs a script in Node and returns what it printed. Throws when it fails. */
export async function runNode(
  cwd: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  }
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    throw new Error(`${path.basename(args[0] ?? '')} ended with code ${code}:\n${output.join('')}`);
  }
  return output.join('');
}
