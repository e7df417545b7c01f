import * as vscode from 'vscode';
import type { explainTogether } from './explainTogether';
import type { PendingServices } from './pending';
import { TextFileSystem } from '../documents/textFileSystem';
import { pendingScheme } from '../../documents/schemes';
import { lazy } from '../../base/lazy';

/** Saving one only stages changes, so there is nothing to ask. */
const unchecked = { announce: () => undefined, check: () => Promise.resolve() };

interface Staged {
  readonly services: PendingServices;
}

/** Registers staged changes immediately; they are loaded with the first of them. */
export function registerPending(
  load: () => Promise<Staged>,
  loadTogether: () => Promise<Staged & { readonly explainTogether: typeof explainTogether }>,
): vscode.Disposable {
  const files = new TextFileSystem(
    pendingScheme,
    unchecked,
    lazy(async () => {
      const { pending } = (await load()).services;
      await pending.changes.refresh();
      pending.files.onDidChange((uri) => files.noteChange(uri));
      return pending.files;
    }),
  );
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(pendingScheme, files, { isCaseSensitive: true }),
    vscode.workspace.onWillSaveTextDocument((event) => files.noteSaveReason(event)),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      const isClosed = !vscode.workspace.textDocuments.includes(document);
      if (document.uri.scheme !== pendingScheme || !isClosed) return;
      await (await load()).services.pending.files.forget(document.uri);
    }),
    vscode.languages.registerHoverProvider(
      { scheme: pendingScheme },
      {
        provideHover: async (document, position) => {
          const { explainTogether, services } = await loadTogether();
          return explainTogether(services, document, position);
        },
      },
    ),
  );
}
