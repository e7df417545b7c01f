import type * as vscode from 'vscode';
import type { FromPanel, ToPanel } from '../../src/webviews/protocol';

type Failure = Extract<ToPanel, { type: 'failure' }>;

/** A panel of the editor without a page: remembers what it is told, and says what a page would. */
export class FakePage {
  readonly told: ToPanel[] = [];
  readonly #listeners: ((message: unknown) => unknown)[] = [];

  /** As much of the editor's panel as ours use. */
  get panel(): vscode.WebviewPanel {
    const webview = {
      cspSource: 'fake:',
      options: {},
      html: '',
      asWebviewUri: (uri: vscode.Uri) => uri,
      onDidReceiveMessage: (listener: (message: unknown) => unknown) => {
        this.#listeners.push(listener);
        return { dispose: () => this.#listeners.splice(0) };
      },
      postMessage: async (message: ToPanel) => {
        this.told.push(message);
        return true;
      },
    };
    return { title: '', webview, reveal: () => undefined } as unknown as vscode.WebviewPanel;
  }

  send(message: FromPanel): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** The ids of the sections that are shown; none while there is a failure in their place. */
  sections(): string[] {
    const last = this.#shown();
    return last?.type === 'model' ? last.model.sections.map(({ id }) => id) : [];
  }

  /** The failure that is shown, if one is. */
  failure(): Failure | undefined {
    const last = this.#shown();
    return last?.type === 'failure' ? last : undefined;
  }

  describe(): string {
    return JSON.stringify(this.told);
  }

  #shown(): ToPanel | undefined {
    return this.told.findLast(({ type }) => type === 'model' || type === 'failure');
  }
}
