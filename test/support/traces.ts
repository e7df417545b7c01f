import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** A place where a text was found. */
export interface Trace {
  readonly place: string;
  readonly text: string;
}

/** Searches for texts in all files below a folder, in any encoding. */
export async function findInFiles(folder: string, texts: readonly string[]): Promise<Trace[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const traces = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const content = await readFile(file).catch(() => Buffer.alloc(0));
        return findIn(file, content, texts);
      }),
  );
  return traces.flat();
}

/** Searches for texts in everything that a window stores in its browser. */
export async function findInBrowser(page: Page, texts: readonly string[]): Promise<Trace[]> {
  const kept = await page.evaluate(readStorages);
  return kept.flatMap(([place, content]) => findIn(place, Buffer.from(content), texts));
}

/** Searches for texts in printed or shown output. */
export function findIn(place: string, content: Buffer, texts: readonly string[]): Trace[] {
  return texts
    .filter((text) => formsOf(text).some((form) => content.includes(form)))
    .map((text) => ({ place, text }));
}

/** A text in plain form, in UTF-16, URL-encoded, and in base64 at every offset. */
function formsOf(text: string): Buffer[] {
  const inBase64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from('x'.repeat(shift) + text).toString('base64');
    // The first and the last characters depend on the surrounding text.
    return encoded.slice(shift === 0 ? 0 : 4, -4);
  });
  return [text, encodeURIComponent(text), ...inBase64]
    .map((form) => Buffer.from(form))
    .concat(Buffer.from(text, 'utf16le'));
}

/** Runs in the page: every entry of every storage that a page has. */
async function readStorages(): Promise<[place: string, content: string][]> {
  const whole = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error(String(request.error))));
    });
  const toText = (value: unknown): string =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : (JSON.stringify(value) ?? '');
  const found: [string, string][] = [
    ['localStorage', JSON.stringify(Object.entries(localStorage))],
    ['sessionStorage', JSON.stringify(Object.entries(sessionStorage))],
  ];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await whole(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([
        whole(objects.getAllKeys()),
        whole(objects.getAll()),
      ]);
      const text = values.map((value, index) => `${toText(keys[index])}: ${toText(value)}`);
      found.push([`IndexedDB ${name} ${store}`, text.join('\n')]);
    }
    database.close();
  }
  return found;
}
