import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { valueTexts } from '../../src/api/request';
import { commonTexts } from '../../src/documents/schema';
import { kinds } from '../../src/resources/kinds/kinds';
import { toolContributions } from '../../src/agents/tools/toolContributions';
import { withProgram } from '../support/languages/program';
import { findEager, findTranslations, type OpenCall } from '../support/languages/translated';
import { findUntranslated } from '../support/languages/untranslated';
import { findManifestTexts } from '../support/languages/manifestTexts';

type Texts = Readonly<Record<string, string>>;

const german = readTexts('media/l10n/bundle.l10n.de.json');
const nls = readTexts('package.nls.json');

/** The sources of texts that are translated as data: the expression, and its possible texts. */
const sources: readonly {
  readonly expression: RegExp;
  readonly file: RegExp;
  readonly texts: readonly string[];
}[] = [
  {
    file: /^src\//,
    expression: /\bnames\.one$/,
    texts: kinds.map(({ names }) => names.one),
  },
  {
    file: /^src\//,
    expression: /\bnames\.many$/,
    texts: kinds.map(({ names }) => names.many),
  },
  {
    file: /^src\/documents\/schema\.ts$/,
    expression: /^meaning$/,
    texts: [commonTexts, ...kinds.map(({ fieldTexts = {} }) => fieldTexts)].flatMap((texts) =>
      Object.values(texts),
    ),
  },
  {
    file: /^src\/base\/l10n\.ts$/,
    expression: /^fieldText$/,
    texts: valueTexts,
  },
  {
    file: /^src\/ui\/commands\/handlers\/documentHandlers\.ts$/,
    expression: /^toolContributions\[tool\]\.title$/,
    texts: Object.values(toolContributions).map(({ title }) => title),
  },
  // The translation itself.
  { file: /^src\/base\/l10n\.ts$/, expression: /^text$/, texts: [] },
];

/** Places of texts that are translated elsewhere, and why. */
const untranslated: Readonly<Record<string, string>> = {
  'src/ui/documents/previewRequest.ts': 'headers of requests are the same in every language',
  'src/api/': 'errors are put into words by their reason',
  'src/agents/tools/': 'language models read it',
  'src/agents/': 'agents read it',
  'src/ui/commands/diagnostics.ts': 'it is for reports of problems, which maintainers read',
};

/** Texts that the editor shows in one line, and how much of it they may take in German. */
const oneLine: Readonly<Record<string, number>> = {
  'For v2 and v3. In the control panel: workspace settings, API management.': 80,
  'Marked in red. Asks before interrupting services; to delete data, you type its name.': 80,
  'Deploy, Revert Unless Confirmed…': 26,
  'Changes not deployed': 22,
  'Security updates off': 24,
  'Saving stages changes; nothing is sent': 40,
  'Staged for {0} resources. Apply them in Source Control.': 70,
  'Change to "{0}" staged. Apply it in Source Control.': 60,
  '{0} reverted.': 28,
};

describe('Translations', () => {
  let translations: ReturnType<typeof findTranslations>;
  let raw: ReturnType<typeof findUntranslated>;
  let eager: ReturnType<typeof findEager>;

  before(() => {
    withProgram((program) => {
      translations = findTranslations(program);
      raw = findUntranslated(program);
      eager = findEager(program);
    });
  });

  it('know the source of every text that is translated as data', () => {
    const unknown = translations.open.filter((call) => !sourceOf(call));
    assertNone(
      unknown.map(({ place, expression }) => `${place} ${expression}`),
      'Add the source of',
    );
  });

  it('contain exactly the texts of the code and the manifest in German', () => {
    const used = new Set([
      ...translations.texts.map(({ text }) => text),
      ...sources.flatMap(({ texts }) => texts),
    ]);
    const keys = Object.keys(nls);
    assertNone(
      keys.filter((key) => used.has(key)),
      'Rename in package.nls.json what the code translates, too',
    );
    assertSame(new Set([...used, ...keys]), german, 'media/l10n/bundle.l10n.de.json');
  });

  it('are made once the language is set, and not while a module loads', () => {
    assertNone(eager, 'Put into a function');
  });

  it('pass a value for every placeholder in a text', () => {
    const wrong = translations.texts.filter(
      ({ text, values }) => values !== undefined && values !== new Set(placesOf(text)).size,
    );
    assertNone(wrong.map(toLine), 'Hand over as many values as there are places');
  });

  it('leave no text in the code untranslated', () => {
    const texts: readonly string[] = Object.values(commonTexts);
    const left = raw.filter(
      ({ place, text }) =>
        !texts.includes(text) &&
        !Object.keys(untranslated).some((start) => place.startsWith(start)),
    );
    assertNone(left.map(toLine), 'Put through t(…)');
  });

  it('leave no text in the manifest untranslated', () => {
    const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
    const left = findManifestTexts(manifest).filter(({ text }) => !/^%[\w.]+%$/.test(text));
    assertNone(
      left.map(({ path, text }) => `${path} ${text}`),
      'Put into package.nls.json',
    );
  });

  it('keep placeholders, links, names in code and ellipses', () => {
    for (const [key, text] of Object.entries(german)) {
      assert.deepEqual(fixedParts(text), fixedParts(nls[key] ?? key), key);
      assert.notEqual(text.trim(), '', key);
    }
  });

  it('fit where the editor cuts off what is longer', () => {
    for (const [text, most] of Object.entries(oneLine)) {
      const shown = german[text] ?? assert.fail(text);
      assert.ok(shown.length <= most, shown);
    }
  });

  it('are packed with the extension', () => {
    const { l10n } = JSON.parse(readFileSync('package.json', 'utf8')) as { l10n?: string };
    assert.equal(l10n, './media/l10n');
    const packed = readFileSync('.vscodeignore', 'utf8').split('\n');
    for (const pattern of ['!media/l10n/**', '!package.nls.json', '!package.nls.*.json']) {
      assert.ok(packed.includes(pattern), pattern);
    }
  });
});

function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

function sourceOf({ file, expression }: OpenCall): unknown {
  return sources.find((source) => source.file.test(file) && source.expression.test(expression));
}

function assertSame(wanted: ReadonlySet<string>, translated: Texts, file: string): void {
  const keys = Object.keys(translated);
  assertNone(
    [...wanted].filter((text) => !keys.includes(text)),
    `Add to ${file}`,
  );
  assertNone(
    keys.filter((text) => !wanted.has(text)),
    `Remove from ${file}`,
  );
}

/** The list as a message: a difference of lists would be cut short. */
function assertNone(found: readonly string[], advice: string): void {
  assert.ok(found.length === 0, `${advice}:\n${found.join('\n')}`);
}

function toLine({ place, text }: { readonly place: string; readonly text: string }): string {
  return `${place} ${text}`;
}

function placesOf(text: string): string[] {
  return text.match(/\{\d+\}/g) ?? [];
}

/** The parts that a translation must not change: placeholders, link targets, code, and a final ellipsis. */
function fixedParts(text: string): string[] {
  const parts = text.match(/\{\d+\}|\]\([^)]+\)|`[^`]+`|…$/g) ?? [];
  return parts.toSorted();
}
