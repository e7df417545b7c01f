import type { Version } from './documentState';
import type { JsonObject } from '../../base/json';

const rememberedTexts = 4;

/** Times of versions, in milliseconds since the epoch, strictly increasing. */
export class VersionTimes {
  #latest = 0;

  next(): number {
    this.#latest = Math.max(Date.now(), this.#latest + 1);
    return this.#latest;
  }
}

/** A text that the editor holds unchanged was once live: only such can start a person's changes. */
export class Versions {
  readonly #times: VersionTimes;
  readonly #byText = new Map<
    string,
    { readonly version: Version; readonly readAt: number | undefined }
  >();

  constructor(times: VersionTimes) {
    this.#times = times;
  }

  find(text: string): Version | undefined {
    return this.#byText.get(normalizeLineBreaks(text))?.version;
  }

  /** When this text was last seen to be live; undefined if the editor restored it. */
  readAt(text: string): number | undefined {
    return this.#byText.get(normalizeLineBreaks(text))?.readAt;
  }

  /** The time only changes if another text came in between. `readAt`: when the service had it. */
  of(content: JsonObject, text: string, readAt?: number): Version {
    const key = normalizeLineBreaks(text);
    const known = key === [...this.#byText.keys()].at(-1) ? this.find(text) : undefined;
    const version = known ?? { content, changedAt: this.#times.next(), size: byteLength(text) };
    this.#byText.delete(key);
    this.#byText.set(key, { version, readAt });
    for (const oldest of this.#byText.keys()) {
      if (this.#byText.size > rememberedTexts) this.#byText.delete(oldest);
    }
    return version;
  }
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

function normalizeLineBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
