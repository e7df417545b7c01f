import * as vscode from 'vscode';
import { viewScheme } from '../../documents/schemes';
import { t } from '../../base/l10n';

/** Requests, and states to compare with. After a restart they are gone and say so. */
export class Snapshots {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  /**
   * Stores a text under a path, or one of several by its query; if it's open, the editor shows the
   * new text immediately.
   */
  put(path: string, text: string, query = ''): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: viewScheme, path, query });
    this.#texts.set(String(uri), text);
    this.#changed.fire(uri);
    return uri;
  }

  read(uri: vscode.Uri): string {
    return (
      this.#texts.get(String(uri)) ??
      t('This content is from before the window was reloaded. Open it again.')
    );
  }

  forget(uri: vscode.Uri): void {
    this.#texts.delete(String(uri));
  }
}
