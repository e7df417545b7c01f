import type { DocumentState } from './documentState';
import { Versions, type VersionTimes } from './versions';
import type { JsonObject } from '../../base/json';
import { TextOrigin } from './textOrigin';
import type { KeptValues } from '../../resources/storage/keptValues';

export class OpenDocuments {
  readonly #states: KeptValues<DocumentState>;
  readonly #times: VersionTimes;
  readonly #documents = new Map<string, OpenDocument>();

  constructor(states: KeptValues<DocumentState>, times: VersionTimes) {
    this.#states = states;
    this.#times = times;
  }

  at(path: string): OpenDocument {
    const document = this.find(path) ?? new OpenDocument(path, this.#states, this.#times);
    this.#documents.set(path, document);
    return document;
  }

  find(path: string): OpenDocument | undefined {
    return this.#documents.get(path);
  }

  /** Works for documents that aren't open, too. */
  stateOf(path: string): DocumentState {
    return this.find(path)?.origin.state ?? this.#states.get(path) ?? {};
  }

  async forget(path: string): Promise<void> {
    const { origin } = this.at(path);
    this.#documents.delete(path);
    await origin.forget();
  }
}

class OpenDocument {
  readonly versions: Versions;
  readonly origin: TextOrigin;
  /** Read for VS Code's `stat`, which is followed by reading the text. */
  readonly read = new RecentContent();
  /** The content it was opened with, which VS Code checks once more within seconds. */
  readonly opened = new RecentContent(3_000);
  /** Being read since a save began, for the `stat` that VS Code asks for a moment later. */
  readonly ahead = new RecentContent<Promise<JsonObject>>(1_000);
  /** The service's content, if the editor's text differs. */
  readonly stale = new RecentContent();
  /** True if it was saved and VS Code hasn't asked for its time since. */
  wasJustSaved = false;
  /** True if VS Code is about to save it, possibly without any edits. */
  #isSaveExpected = false;

  constructor(path: string, states: KeptValues<DocumentState>, times: VersionTimes) {
    this.versions = new Versions(times);
    this.origin = new TextOrigin(path, states, this.versions);
  }

  /** Keeps content for VS Code's `stat` and reading of the text, either of which may come first. */
  prepare(content: JsonObject): void {
    this.read.put(content);
    this.stale.put(content);
  }

  /**
   * It takes a while until VS Code asks for `stat`, which waits for a read that started by now.
   * @param read starts reading the live content; undefined if it shouldn't be read yet.
   */
  expectSave(read: (() => Promise<JsonObject>) | undefined): void {
    this.#isSaveExpected = true;
    this.ahead.clear();
    // Right after another save, `stat` doesn't read.
    if (!read || this.wasJustSaved) return;
    const content = read();
    // The call that takes the content reports a failure.
    content.catch(() => undefined);
    this.ahead.put(content);
  }

  /** True if VS Code was about to save the document; it no longer counts as expected. */
  takeExpectation(): boolean {
    const isExpected = this.#isSaveExpected;
    this.#isSaveExpected = false;
    return isExpected;
  }

  outdate(): void {
    this.opened.clear();
    this.ahead.clear();
  }
}

class RecentContent<T = JsonObject> {
  readonly #reuseTime: number;
  #recent: { readonly content: T; readonly at: number } | undefined;

  /** @param reuseTime how long it is valid for VS Code's next call, in milliseconds. */
  constructor(reuseTime = 5_000) {
    this.#reuseTime = reuseTime;
  }

  put(content: T): void {
    this.#recent = { content, at: Date.now() };
  }

  /** Removes and returns the content; undefined if it is too old. */
  take(): T | undefined {
    const recent = this.#recent;
    this.#recent = undefined;
    return recent && Date.now() - recent.at < this.#reuseTime ? recent.content : undefined;
  }

  get isThere(): boolean {
    return this.#recent !== undefined;
  }

  clear(): void {
    this.#recent = undefined;
  }
}
