import * as vscode from 'vscode';
import { type Sessions, UnknownAccountError } from '../../resources/accounts/sessions';
import { Emitter, type Event } from '../../shared/emitter';
import { t } from '../l10n';
import { findOpen } from './findOpen';

/**
 * Tabs that the editor restores although their account was removed meanwhile. For a file that can't be
 * read the editor has words of its own that tell nobody why, so these say it in their text.
 */
export class RemovedAccounts implements vscode.Disposable {
  /** The accounts that texts say so of, by path. */
  readonly #told = new Map<string, string>();
  readonly #returned = new Emitter<string>();
  readonly #subscription: { dispose(): unknown };

  /** The path of a document whose account is there again. */
  readonly onDidReturn: Event<string> = this.#returned.event;

  constructor(sessions: Pick<Sessions, 'account' | 'onDidChangeAccounts'>) {
    this.#subscription = sessions.onDidChangeAccounts(async (id) => {
      if (!(await sessions.account(id))) return;
      for (const [path, account] of this.#told) {
        if (account !== id) continue;
        this.#told.delete(path);
        this.#returned.fire(path);
      }
    });
  }

  /** The text in place of a document's, where the error is that its account is gone. */
  tell(uri: vscode.Uri, error: unknown): string | undefined {
    if (!(error instanceof UnknownAccountError)) return undefined;
    this.#told.set(uri.path, error.account);
    return toComment(
      t('The account "{0}" was removed, so this cannot be read any more.', error.account),
      t('Add the account again under the same name to read it, or close this tab.'),
    );
  }

  /** The facts of that text. Unsaved text stays a person's own: why it can't be saved is told by saving. */
  stat(uri: vscode.Uri, error: unknown): vscode.FileStat | undefined {
    const text = this.tell(uri, error);
    if (text === undefined) return undefined;
    const size = new TextEncoder().encode(text).length;
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: 0, size };
    return findOpen(uri.path)?.isDirty
      ? stat
      : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  /** Called when a document was closed. */
  forget(uri: vscode.Uri): void {
    this.#told.delete(uri.path);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#returned.dispose();
  }
}

function toComment(...lines: readonly string[]): string {
  return lines.map((line) => `// ${line}\n`).join('');
}
