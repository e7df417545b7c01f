import * as vscode from 'vscode';
import type { Saves } from './saves';
import { TextFileSystem } from './textFileSystem';
import type { OpenText } from '../../resources/documents/textOrigins';
import type { Core } from '../core';
import { scheme } from '../scheme';
import { lazy } from '../../shared/lazy';

/** Registers resource documents at once; the core is loaded with the first of them. */
export function registerDocuments(core: () => Promise<Core>): vscode.Disposable {
  const files = new TextFileSystem(
    scheme,
    lazy(async () => {
      const { documents, saves } = await core();
      documents.onDidChange((path) => files.noteChange(path));
      saves.removedAccounts.onDidReturn((path) => files.noteChange(path));
      return saves;
    }),
  );

  const tell = async (
    { uri }: vscode.TextDocument,
    note: (saves: Saves, uri: vscode.Uri) => unknown,
  ): Promise<void> => {
    if (uri.scheme === scheme) await note((await core()).saves, uri);
  };
  /** The text as it is now: a person may type on while the core is being loaded. */
  const toOpenText = (document: vscode.TextDocument): OpenText => ({
    text: document.getText(),
    isDirty: document.isDirty,
  });

  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true }),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      const text = toOpenText(document);
      await tell(document, (saves, uri) => saves.open(uri, text));
    }),
    vscode.workspace.onDidChangeTextDocument(async ({ document }) => {
      const text = toOpenText(document);
      await tell(document, (saves, uri) => saves.change(uri, text));
    }),
    vscode.workspace.onWillSaveTextDocument((event) => {
      files.noteSaveReason(event);
      event.waitUntil(tell(event.document, (saves, uri) => saves.expect(uri)));
    }),
    vscode.workspace.onDidSaveTextDocument((document) =>
      tell(document, (saves, uri) => saves.finish(uri)),
    ),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      // A change of language closes and opens a document that stays where it is.
      const isStillOpen = vscode.workspace.textDocuments.includes(document);
      if (!isStillOpen) await tell(document, (saves, uri) => saves.close(uri));
    }),
  );
}
