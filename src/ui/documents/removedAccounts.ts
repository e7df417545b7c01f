import * as vscode from 'vscode';
import { type Sessions, UnknownAccountError } from '../../accounts/sessions';
import { Emitter, type Event } from '../../base/emitter';
import { describeError } from '../editor/describeError';
import { t } from '../editor/l10n';
import { findDocument } from './inFront';

/**
 * Tabs that the editor restores although their account has been removed. The editor's own message
 * for an unreadable file doesn't say why, so these documents say it in their text.
 */
export class RemovedAccounts implements vscode.Disposable {
  /** The accounts named in these texts, by URI. */
  readonly #shown = new Map<string, string>();
  readonly #returned = new Emitter<vscode.Uri>();
  readonly #subscription: { dispose(): unknown };

  /** Fires with the URI of a document whose account is back. */
  readonly onDidReturn: Event<vscode.Uri> = this.#returned.event;

  constructor(sessions: Pick<Sessions, 'account' | 'onDidChangeAccounts'>) {
    this.#subscription = sessions.onDidChangeAccounts(async (id) => {
      if (!(await sessions.account(id))) return;
      for (const [uri, account] of this.#shown) {
        if (account !== id) continue;
        this.#shown.delete(uri);
        this.#returned.fire(vscode.Uri.parse(uri));
      }
    });
  }

  /** The text shown instead of a document's, if the error is that its account is gone. */
  tell(uri: vscode.Uri, error: unknown): string | undefined {
    if (!(error instanceof UnknownAccountError)) return undefined;
    this.#shown.set(uri.toString(), error.account);
    return removedComment(describeError(error), t('You can close this tab.'));
  }

  /**
   * The stat of that text. Unsaved text remains the person's own: saving it says why it can't be
   * saved.
   */
  stat(uri: vscode.Uri, error: unknown): vscode.FileStat | undefined {
    const text = this.tell(uri, error);
    if (text === undefined) return undefined;
    const size = new TextEncoder().encode(text).length;
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: 0, size };
    return findDocument(uri)?.isDirty
      ? stat
      : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  /** Called when a document is closed. */
  forget(uri: vscode.Uri): void {
    this.#shown.delete(uri.toString());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#returned.dispose();
  }
}

function removedComment(...lines: readonly string[]): string {
  return lines.map((line) => `// ${line}\n`).join('');
}
