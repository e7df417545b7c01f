import { readFileSync } from 'node:fs';
import path from 'node:path';
import titles from '../../package.nls.json';
import { root } from '../../test/harness/system/paths';

/** The file with the German texts of the manifest. */
export const germanFile = path.join(root, 'package.nls.de.json');

const translations = 'media/l10n/bundle.l10n.de.json';

/** The German texts of the manifest, taken from the file with all German. */
export function toGermanText(): string {
  const german = JSON.parse(readFileSync(path.join(root, translations), 'utf8')) as Readonly<
    Record<string, string | undefined>
  >;
  const texts = Object.keys(titles).map((key) => [key, german[key]]);
  const note = `Written by \`npm run manifest\` from ${translations}.`;
  return `${JSON.stringify({ '//': note, ...Object.fromEntries(texts) }, undefined, 2)}\n`;
}
