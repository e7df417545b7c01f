import { parseDocument } from '../../../src/documents/content';
import { Documents } from '../../../src/documents/documents';
import { documentStates, byteLength } from '../../../src/documents/openDocument';
import { MemoryValues } from '../explorerWorld';
import { KeptValues } from '../../../src/resources/storage/stored';
import { settle } from '../fakeClock';
import { findKind } from '../../../src/resources/kinds/kinds';
import { type ResourceReference, toDocumentPath } from '../../../src/resources/reference';
import type { WriteClient } from '../../../src/documents/writing/writeResource';
import type { JsonObject } from '../../../src/base/json';
import { openGuard } from '../openGuard';
import { withoutPauses } from '../withoutPauses';

/** The outcome of a save, as a person sees it. */
export type SaveResult = 'saved' | 'conflict' | 'failed';

/**
 * One tab of the editor, with what VS Code does around a document: it asks for `stat` before and after
 * a write, refuses if time and size changed, reloads if not dirty, and keeps dirty text across a restart.
 */
export class FakeEditor {
  readonly #client: WriteClient;
  readonly #reference: ResourceReference;
  readonly #stored = new Map<string, string>();
  #documents: Documents;
  #reloads = 0;
  #mtime = 0;
  #size = 0;
  #version = 0;
  text = '';
  isDirty = false;
  /** The error of the last save, if it failed. */
  error: unknown;

  constructor(client: WriteClient, reference: ResourceReference) {
    this.#client = client;
    this.#reference = reference;
    this.#documents = this.#start();
  }

  get documents(): Documents {
    return this.#documents;
  }

  /** Everything that outlives the window. */
  get stored(): string {
    return [...this.#stored.values()].join('\n');
  }

  /** Opens the document, or shows it again after a restart. */
  async open(): Promise<void> {
    const stat = await this.#documents.stat(this.#reference);
    this.text = await this.#documents.read(this.#reference);
    this.#take(stat);
    this.isDirty = false;
    await this.#documents.noteOpened(this.#reference, this);
    // The editor checks again when it shows the document.
    await this.#documents.stat(this.#reference);
  }

  /**
   * Types. The editor reports the text first and then that it's unsaved, or sometimes the
   * other way around.
   */
  async type(text: string, { isDirtyFirst = false } = {}): Promise<void> {
    const tellings: Promise<void>[] = [];
    if (isDirtyFirst && !this.isDirty) {
      this.isDirty = true;
      tellings.push(this.#tell());
    }
    this.text = text;
    this.#version += 1;
    tellings.push(this.#tell());
    this.isDirty = true;
    await Promise.all([...tellings, this.#tell()]);
  }

  /** Saves; with `overwrite` like a person who insists after a conflict. */
  async save({ overwrite = false } = {}): Promise<SaveResult> {
    const { text } = this;
    const version = this.#version;
    this.error = undefined;
    this.#documents.expectSave(this.#reference);
    const stat = await this.#documents.stat(this.#reference).catch(() => undefined);
    if (stat && !overwrite && this.#mtime < stat.changedAt && this.#size !== stat.size) {
      const isSame =
        byteLength(text) === stat.size &&
        (await this.#documents.read(this.#reference).catch(() => '')) === text;
      if (!isSame) return 'conflict';
    }
    try {
      await this.#documents.save(this.#reference, text);
      this.#take(await this.#documents.stat(this.#reference));
    } catch (error) {
      this.error = error;
      return 'failed';
    }
    if (version === this.#version) this.isDirty = false;
    this.#documents.noteSaved(this.#reference);
    await this.#tell();
    return 'saved';
  }

  /** Whether the editor was asked to reread the document since its last read. */
  get mayReload(): boolean {
    return this.#reloads > 0;
  }

  /** Rereads the document, like VS Code does after a reported change. */
  async reload(): Promise<void> {
    this.#reloads = 0;
    if (!this.isDirty) await this.#readAgain();
  }

  /** Reverts the text. */
  async revert(): Promise<void> {
    await this.#readAgain(true);
  }

  /** Compares the text with the live one. */
  async compare(): Promise<JsonObject> {
    await this.#documents.stat(this.#reference);
    return parseDocument(
      findKind(this.#reference.kind),
      await this.#documents.read(this.#reference),
    );
  }

  /** Restarts the editor with its stored state, or without any. */
  async restart({ isForgotten = false } = {}): Promise<void> {
    if (isForgotten) this.#stored.clear();
    // Versions are times in milliseconds, and a restart takes longer than one.
    while (Date.now() <= this.#mtime) await settle();
    this.#documents = this.#start();
    this.#reloads = 0;
    if (!this.isDirty) await this.open();
  }

  #start(): Documents {
    const documents = new Documents({
      client: this.#client,
      clock: withoutPauses,
      guard: openGuard,
      states: new KeptValues(new SlowValues(this.#stored), documentStates),
      findOpen: (path) =>
        path === toDocumentPath(this.#reference) && this.#version + this.#mtime > 0
          ? { text: this.text, isDirty: this.isDirty }
          : undefined,
    });
    documents.onDidChange((path) => {
      if (path === toDocumentPath(this.#reference)) this.#reloads += 1;
    });
    return documents;
  }

  async #readAgain(force = false): Promise<void> {
    const version = this.#version;
    const stat = await this.#documents.stat(this.#reference);
    if (!force && stat.changedAt === this.#mtime && stat.size === this.#size) return;
    const text = await this.#documents.read(this.#reference);
    if (version !== this.#version && !force) return;
    this.#take(stat);
    this.text = text;
    this.isDirty = false;
    await this.#tell();
  }

  async #tell(): Promise<void> {
    await this.#documents.noteText(this.#reference, { text: this.text, isDirty: this.isDirty });
  }

  #take({ changedAt, size }: { readonly changedAt: number; readonly size: number }): void {
    if (changedAt < this.#mtime) return;
    this.#mtime = changedAt;
    this.#size = size;
  }
}

class SlowValues extends MemoryValues {
  override async update(key: string, value: unknown): Promise<void> {
    await super.update(key, value);
    await settle();
  }
}
