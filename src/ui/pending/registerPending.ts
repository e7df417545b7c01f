import * as vscode from 'vscode';
import type { explainTogether } from './pending';
import type { PendingServices } from './pending';
import { TextFileSystem } from '../documents/textFileSystem';
import { fileError } from '../editor/fileError';
import { pendingScheme } from '../../documents/schemes';
import { lazy } from '../../base/lazy';
import { t } from '../../base/l10n';

/** Saving one only stages changes, so there is nothing to ask; but it has to be a save. */
const checks = { announce: () => undefined, check: checkOpen };

/** Any extension can write a file: what it stages that way would pass for the person's. */
async function checkOpen(uri: vscode.Uri, text: string): Promise<void> {
  const isOpen = vscode.workspace.textDocuments.some(
    (document) => document.uri.toString() === uri.toString() && document.getText() === text,
  );
  if (!isOpen) throw fileError(t('Only an open document can stage changes.'));
}

interface Staged {
  readonly services: PendingServices;
  readonly explainTogether: typeof explainTogether;
}

/** Registers staged changes immediately; they are loaded with the first of them. */
export function registerPending(load: () => Promise<Staged>): vscode.Disposable {
  const files = new TextFileSystem(
    pendingScheme,
    checks,
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
    vscode.languages.registerCodeLensProvider(
      { scheme: pendingScheme },
      {
        provideCodeLenses: async (document) => {
          const { explainTogether, services } = await load();
          return explainTogether(services, document);
        },
      },
    ),
  );
}
