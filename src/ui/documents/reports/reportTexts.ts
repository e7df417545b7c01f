import type * as vscode from 'vscode';
import { Emitter } from '../../../base/emitter';

/**
 * Texts of reports that were read before they open. Each is provided once.
 */
export class ReportTexts {
  readonly #texts = new Map<string, string>();
  readonly #changed = new Emitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  /** An editor that shows the report already gets the text at once. */
  put(uri: vscode.Uri, text: string): void {
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
  }

  take(uri: vscode.Uri): string | undefined {
    const text = this.#texts.get(uri.toString());
    this.#texts.delete(uri.toString());
    return text;
  }
}
