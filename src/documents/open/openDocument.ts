import type { JsonObject } from '../../base/json';
import type { DocumentStates } from './documentState';
import { RecentContent } from './recentContent';
import { TextOrigin } from './textOrigin';
import { Versions, type VersionTimes } from './versions';

/** The state of one document while VS Code uses it. */
export class OpenDocument {
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
  /** Whether it was saved and VS Code hasn't asked for its time since. */
  wasJustSaved = false;
  /** Whether VS Code is about to save it, possibly without any edits. */
  #isSaveExpected = false;

  constructor(path: string, states: DocumentStates, times: VersionTimes) {
    this.versions = new Versions(times);
    this.origin = new TextOrigin(path, states, this.versions);
  }

  /** Keeps content for VS Code's `stat` and reading of the text, either of which may come first. */
  prepare(content: JsonObject): void {
    this.read.put(content);
    this.stale.put(content);
  }

  /**
   * Records that VS Code is about to save the document. It takes a while until it asks for `stat`,
   * which then waits for a read that started by now.
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

  /** Whether VS Code was about to save the document; it no longer counts as expected. */
  takeExpectation(): boolean {
    const isExpected = this.#isSaveExpected;
    this.#isSaveExpected = false;
    return isExpected;
  }

  /** Discards what was read before a change of the resource. */
  outdate(): void {
    this.opened.clear();
    this.ahead.clear();
  }
}
