import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Where the editor shows texts of the extension. */
const surfaces = [
  '.notification-toast .notification-list-item-message',
  '.notification-toast .notification-list-item-buttons-container',
  '.monaco-dialog-box .dialog-message-container',
  '.monaco-dialog-box .dialog-buttons',
  '.scm-view .monaco-list-row',
  '.scm-view .scm-editor',
  '.part.sidebar .composite.title .title-actions',
  '.monaco-hover',
  '.editor .tabs-container [role="tab"]',
  '.part.statusbar [id*="server-management"]',
];

/** The editor's own texts there, which are in English in the tests. */
const editorWords = new Set(['Cancel', 'Open', 'Open File']);

/** Finds English texts of the extension on the screen of a window in German. */
export async function findEnglish(page: Page): Promise<readonly string[]> {
  const shown = await page.locator(surfaces.join(', ')).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const inner = [element, ...element.querySelectorAll('[aria-label], [title]')];
      const labels = inner.flatMap((each) => [
        each.getAttribute('aria-label') ?? '',
        each.getAttribute('title') ?? '',
      ]);
      return [...((element as HTMLElement).innerText ?? '').split('\n'), ...labels];
    }),
  );
  const texts = englishTexts();
  return [...new Set(shown.map((text) => text.trim()))].filter((text) =>
    texts.some((english) => english.test(text)),
  );
}

/** Matches the English of texts whose German differs: single words only alone, sentences anywhere. */
function englishTexts(): readonly RegExp[] {
  const read = (file: string): Record<string, string> =>
    JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const manifest = read('package.nls.json');
  const german = Object.entries(read('media/l10n/bundle.l10n.de.json'));
  const pairs = german.map(([key, text]) => [manifest[key] ?? key, text] as const);
  return pairs
    .filter(([english, other]) => english !== other && !editorWords.has(english))
    .filter(([english]) => /\p{L}{3}/u.test(english.replaceAll(/\{\d\}/g, '')))
    .map(([english]) => {
      const parts = english.split(/\{\d\}/).map(escape);
      const isProse = parts.some((part) => /\p{L}{2,} \p{L}{2,}/u.test(part));
      return new RegExp(isProse ? parts.join('.*') : `^${parts.join('.*')}$`, 'u');
    });
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}
