import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

/** Phrases that read like a translation or say nothing, and what to write instead. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/: done\./i, 'say what happened'],
  [/\b(is|are) told\b/i, 'name the thing and the result'],
  [/\bby itself\b/i, 'automatically'],
  [/\bwhat there is\b/i, 'name it'],
  [/\bblanks?\b/i, 'spaces'],
  [/\breference \u{a7}/iu, 'people do not have it'],
  [/\bthere (is|are) none\b/i, 'None'],
  [/\bmade[ -]up\b|\bmake up\b/i, 'generated, sample'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bdid not work\b/i, 'say what failed, why, and what to do'],
  [/\bas it is live\b|\bin sync\b/i, 'As of, with the time: it may have changed since'],
  [/^Whether\b/, 'a noun, or a verb with its object'],
  [/\bswitch(es|ed|ing)?\b/i, 'Enable, Disable, Configure'],
];

function readTexts(file: string): readonly string[] {
  const content = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) return content.split('\n');
  const texts = JSON.parse(content) as Record<string, string>;
  return file.includes('bundle') ? Object.keys(texts) : Object.values(texts);
}

const files = [
  'media/l10n/bundle.l10n.de.json',
  'package.nls.json',
  'README.md',
  'CHANGELOG.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('User-facing English', () => {
  for (const file of files) {
    it(`contains no phrase that reads like a translation: ${file}`, () => {
      const texts = readTexts(file);
      assert.ok(texts.length > 0);
      const found = texts.flatMap((text) =>
        banned
          .filter(([pattern]) => pattern.test(text))
          .map(([, better]) => `${text.trim()} (${better})`),
      );
      assert.deepEqual(found, []);
    });
  }
});
