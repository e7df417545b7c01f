import * as vscode from 'vscode';
import type { DraftServices } from './draftSaves';
import type { openCreated } from './openCreated';
import type { SidelineSaves } from '../sidelineSaves';
import { TextFileSystem } from '../textFileSystem';
import { draftScheme } from '../../../documents/schemes';

interface WithDraftServices {
  readonly services: DraftServices;
}

/** Registers drafts immediately; the services are loaded with the first of them. */
export function registerDrafts(
  load: () => Promise<WithDraftServices>,
  loadOpenCreated: () => Promise<WithDraftServices & { readonly openCreated: typeof openCreated }>,
  sidelineSaves: SidelineSaves,
): vscode.Disposable {
  const files = new TextFileSystem(
    draftScheme,
    sidelineSaves,
    async () => (await load()).services.drafts,
  );
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(draftScheme, files, { isCaseSensitive: true }),
    vscode.workspace.onWillSaveTextDocument((event) => files.noteSaveReason(event)),
    vscode.workspace.onDidChangeTextDocument(async (event) => {
      const { document, contentChanges } = event;
      if (document.uri.scheme !== draftScheme || contentChanges.length === 0) return;
      await (await load()).services.drafts.secrets.noteChange(event);
    }),
    // A backup made by another version may contain secrets.
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      if (document.uri.scheme === draftScheme)
        await (await load()).services.drafts.secrets.takeOut(document);
    }),
    vscode.workspace.onDidSaveTextDocument(async ({ uri }) => {
      if (uri.scheme !== draftScheme) return;
      const { openCreated, services } = await loadOpenCreated();
      await openCreated(services, uri);
    }),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      const isClosed = !vscode.workspace.textDocuments.includes(document);
      if (document.uri.scheme === draftScheme && isClosed) {
        await (await load()).services.drafts.forget(document.uri);
      }
    }),
  );
}
