import { toText } from './content';
import type { Version } from './documentState';
import type { JsonObject } from '../../shared/json';

/** How many of a document's texts are remembered: those that a reload may still be on its way with. */
const rememberedTexts = 4;

/**
 * The texts that were handed to the editor, and as which version. A text that the editor holds
 * unchanged was live once: only such a text is what a person's changes start from.
 */
export class Versions {
  readonly #byPath = new Map<string, Map<string, Version>>();
  #latest = 0;

  /** The version that such a text was handed out as. */
  find(path: string, text: string): Version | undefined {
    return this.#byPath.get(path)?.get(normalise(text));
  }

  /** The version of a content; its time moves only where another text came between. */
  of(path: string, content: JsonObject, text = toText(content)): Version {
    const key = normalise(text);
    const texts = this.#byPath.get(path) ?? new Map<string, Version>();
    const known = texts.get(key);
    if (known && known === [...texts.values()].at(-1)) return known;
    const version = { content, changedAt: this.tick(), size: byteLength(text) };
    texts.delete(key);
    texts.set(key, version);
    for (const oldest of texts.keys()) {
      if (texts.size > rememberedTexts) texts.delete(oldest);
    }
    this.#byPath.set(path, texts);
    return version;
  }

  forget(path: string): void {
    this.#byPath.delete(path);
  }

  /** A time after that of every version: now, or a little more. */
  tick(): number {
    this.#latest = Math.max(Date.now(), this.#latest + 1);
    return this.#latest;
  }
}

/** The length of a text in bytes. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

function normalise(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
