import type * as vscode from 'vscode';
import type { Failure, FromPage, ToPage } from '../../src/pages/protocol';

/** An editor panel without a page: records messages, and sends those that a page would. */
export class FakePage {
  readonly told: ToPage[] = [];
  /** Whether its tab is hidden: then there is no page, and nothing is delivered. */
  isHidden = false;
  readonly #listeners: ((message: unknown) => unknown)[] = [];

  /** The parts of the editor's panel that ours use. */
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
      postMessage: async (message: ToPage) => {
        if (!this.isHidden) this.told.push(message);
        return !this.isHidden;
      },
    };
    const onDidChangeViewState = () => ({ dispose: () => undefined });
    const panel = { title: '', visible: true, webview, onDidChangeViewState };
    return { ...panel, reveal: () => undefined } as unknown as vscode.WebviewPanel;
  }

  send(message: FromPage): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** Restarts, as a page does in the editor after being hidden. */
  forget(): void {
    this.told.splice(0);
  }

  /** The ids of the sections that are shown. */
  sections(): string[] {
    const last = this.told.findLast((message) => message.type === 'model');
    return last ? last.model.sections.map(({ id }) => id) : [];
  }

  /** The shown failure, alone or above the sections, if any. */
  failure(): Failure | undefined {
    const last = this.told.findLast(
      (message) => message.type === 'model' || message.type === 'failure',
    );
    return last?.type === 'model' ? last.failure : last;
  }

  /** Whether it's shown as busy, once reported. */
  isBusy(): boolean | undefined {
    return this.told.findLast((message) => message.type === 'busy')?.isBusy;
  }

  describe(): string {
    return JSON.stringify(this.told);
  }
}
