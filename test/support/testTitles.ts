import { readFileSync } from 'node:fs';

/** The titles of the tests in a file, as written in the source. */
export function titlesIn(file: string): ReadonlySet<string> {
  const found = readFileSync(file, 'utf8').matchAll(/\b(?:it|law)\(\s*(['"`])(.*?)\1,/g);
  return new Set([...found].map(([, , title = '']) => title));
}
