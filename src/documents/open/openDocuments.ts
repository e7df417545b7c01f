import type { DocumentState, DocumentStates } from './documentState';
import { OpenDocument } from './openDocument';
import type { VersionTimes } from './versions';

/** The documents that VS Code asked for since they were last closed, by path. */
export class OpenDocuments {
  readonly #states: DocumentStates;
  readonly #times: VersionTimes;
  readonly #documents = new Map<string, OpenDocument>();

  constructor(states: DocumentStates, times: VersionTimes) {
    this.#states = states;
    this.#times = times;
  }

  /** The document at a path; starts tracking it if it's new. */
  at(path: string): OpenDocument {
    const document = this.find(path) ?? new OpenDocument(path, this.#states, this.#times);
    this.#documents.set(path, document);
    return document;
  }

  find(path: string): OpenDocument | undefined {
    return this.#documents.get(path);
  }

  /** What is known of a document, even if it isn't open. */
  stateOf(path: string): DocumentState {
    return this.find(path)?.origin.state ?? this.#states.get(path);
  }

  /** Discards all that is known of a document. */
  async forget(path: string): Promise<void> {
    const { origin } = this.at(path);
    this.#documents.delete(path);
    await origin.forget();
  }
}
