import * as vscode from 'vscode';
import { viewScheme } from '../scheme';
import { t } from '../l10n';

/**
 * Texts that are shown and never saved: requests, states to compare with. A text is what it was when
 * it was asked for; after a restart it is gone and says so.
 */
export class Snapshots implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  /** Puts a text under a path; one that is open shows it at once. */
  put(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: viewScheme, path });
    this.#texts.set(path, text);
    this.#changed.fire(uri);
    return uri;
  }

  read({ path }: vscode.Uri): string {
    return (
      this.#texts.get(path) ?? t('This was made before the window was loaded. Ask for it again.')
    );
  }

  /** Forgets what is no longer shown. */
  forget({ path }: vscode.Uri): void {
    this.#texts.delete(path);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
