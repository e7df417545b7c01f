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
  /** The content it was opened with, which VS Code checks once more right afterwards. */
  readonly opened = new RecentContent(1_000);
  /** The service's content, if the editor's text differs. */
  readonly stale = new RecentContent();
  /** Whether VS Code is about to save it, possibly without any edits. */
  isSaveExpected = false;
  /** Whether it was saved and VS Code hasn't asked for its time since. */
  wasJustSaved = false;

  constructor(path: string, states: DocumentStates, times: VersionTimes) {
    this.versions = new Versions(times);
    this.origin = new TextOrigin(path, states, this.versions);
  }

  /** Keeps content for VS Code's `stat` and reading of the text, either of which may come first. */
  prepare(content: JsonObject): void {
    this.read.put(content);
    this.stale.put(content);
  }
}
