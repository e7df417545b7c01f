import * as vscode from 'vscode';
import type { Core } from '../core';
import { TextFileSystem } from '../documents/textFileSystem';
import { draftScheme } from '../scheme';

/** Registers drafts at once; the core is loaded with the first of them. */
export function registerDrafts(core: () => Promise<Core>): vscode.Disposable {
  const files = new TextFileSystem(draftScheme, async () => (await core()).drafts);
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(draftScheme, files, { isCaseSensitive: true }),
    vscode.workspace.onWillSaveTextDocument((event) => files.noteSaveReason(event)),
    vscode.workspace.onDidSaveTextDocument(async ({ uri }) => {
      if (uri.scheme !== draftScheme) return;
      const [{ giveWay }, loaded] = await Promise.all([import('./giveWay'), core()]);
      await giveWay(loaded, uri);
    }),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      const isClosed = !vscode.workspace.textDocuments.includes(document);
      if (document.uri.scheme === draftScheme && isClosed) {
        await (await core()).drafts.forget(document.uri);
      }
    }),
  );
}
