import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../test/harness/system/paths';
import { toContributes } from './contributes';

/** The manifest's file. */
export const manifestFile = path.join(root, 'package.json');

/** The manifest's text, with all parts generated from tables in the code. */
export function toManifestText(): string {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
    readonly repository: { readonly url: string };
    readonly contributes: object;
  };
  const home = manifest.repository.url.replace(/\.git$/, '');
  const addresses = { homepage: `${home}#readme`, bugs: { url: `${home}/issues` } };
  const contributes = { ...manifest.contributes, ...toContributes() };
  return `${JSON.stringify({ ...manifest, ...addresses, contributes }, undefined, 2)}\n`;
}
