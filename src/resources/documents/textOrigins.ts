import type { DocumentState, DocumentStates, Version } from './documentState';
import { isEqual } from './patch';
import type { Versions } from './versions';

/** A document's text in the editor. */
export interface OpenText {
  readonly text: string;
  readonly isDirty: boolean;
}

/**
 * What the texts in the editor started from, and what the person has seen of the live state since: by
 * that their changes are told from others'. All by the path of a document.
 */
export class TextOrigins {
  readonly #states: DocumentStates;
  readonly #versions: Versions;
  /** Texts that look as if they had just been read. */
  readonly #shown = new Map<string, { readonly text: string; readonly version: Version }>();
  /** What the editor was given last, until it shows it. */
  readonly #given = new Map<string, Version>();
  /** Documents that the editor was told a conflict of. */
  readonly #contested = new Set<string>();

  constructor(states: DocumentStates, versions: Versions) {
    this.#states = states;
    this.#versions = versions;
  }

  of(path: string): DocumentState {
    const state = this.#states.get(path);
    const shown = this.#shown.get(path);
    return shown ? { openedAt: state.openedAt, base: shown.version } : state;
  }

  /** Notes what the editor holds from the start: what is typed from here on starts from it. */
  async noteOpened(path: string, { text, isDirty }: OpenText): Promise<void> {
    const version = this.#versions.find(path, text);
    if (version && !isDirty) await this.#rebase(path, version);
  }

  /**
   * Notes what the editor holds from now on. Mostly it tells of a text before it tells that the text is
   * not saved, but not always. A text that looks saved was read where it is what the editor was given
   * last, unless it tells in the same turn that it is not saved: the person typed the very same. Whether
   * another one was typed is known with the next that the editor tells.
   */
  async noteText(path: string, { text, isDirty }: OpenText): Promise<void> {
    const before = this.#shown.get(path);
    const wasTyped = isDirty && before?.text === text;
    const version = isDirty ? undefined : this.#versions.find(path, text);
    const shown = version && { text, version };
    // Before anything is waited for: the next that the editor tells may come meanwhile.
    if (shown) this.#shown.set(path, shown);
    else this.#shown.delete(path);
    if (before && !wasTyped) await this.#rebase(path, before.version);
    if (!shown || version !== this.#given.get(path)) return;
    this.#given.delete(path);
    await nextTurn();
    if (this.#shown.get(path) !== shown) return;
    this.#shown.delete(path);
    await this.#rebase(path, version);
  }

  /** Notes that the editor was told a conflict: what it reads next, the person sees. */
  noteConflict(path: string): void {
    this.#contested.add(path);
  }

  /** Notes what the editor was given to read; beside a contested text the person sees it. */
  async noteRead(path: string, version: Version): Promise<void> {
    this.#given.set(path, version);
    if (!this.#contested.has(path)) return;
    await this.#states.set(path, { ...this.of(path), seen: version.content });
  }

  /** Notes what was saved: from here on changes are counted from it. */
  async noteSaved(path: string, version: Version): Promise<void> {
    const { openedAt = version.changedAt } = this.of(path);
    this.#shown.delete(path);
    this.#given.delete(path);
    await this.#states.set(path, { openedAt, base: version });
    this.#contested.delete(path);
  }

  async forget(path: string): Promise<void> {
    this.#contested.delete(path);
    this.#shown.delete(path);
    this.#given.delete(path);
    await this.#states.forget(path);
  }

  /** From here on changes are counted from this version. */
  async #rebase(path: string, version: Version): Promise<void> {
    this.#contested.delete(path);
    const { base, seen, openedAt = version.changedAt } = this.#states.get(path);
    if (seen || !isSameVersion(base, version)) {
      await this.#states.set(path, { openedAt, base: version });
    }
  }
}

function isSameVersion(a: Version | undefined, b: Version): boolean {
  return a?.changedAt === b.changedAt && a.size === b.size && isEqual(a.content, b.content);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
