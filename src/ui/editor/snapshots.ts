import * as vscode from 'vscode';
import { viewScheme } from '../../documents/schemes';
import { t } from '../../base/l10n';

/** Requests, and states to compare with. After a restart they are gone and say so. */
export class Snapshots implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  /** Stores a text under a path; if it's open, the editor shows the new text immediately. */
  put(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: viewScheme, path });
    this.#texts.set(path, text);
    this.#changed.fire(uri);
    return uri;
  }

  read({ path }: vscode.Uri): string {
    return (
      this.#texts.get(path) ??
      t('This content is from before the window was reloaded. Open it again.')
    );
  }

  forget({ path }: vscode.Uri): void {
    this.#texts.delete(path);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
