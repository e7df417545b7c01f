import * as vscode from 'vscode';
import type { Saves } from './saves';
import type { SidelineSaves } from './sidelineSaves';
import { TextFileSystem } from './textFileSystem';
import type { OpenText } from '../../documents/open/textOrigin';
import { scheme } from '../../documents/schemes';
import { lazy } from '../../base/lazy';

/** Registers resource documents immediately; the services are loaded with the first of them. */
export function registerDocuments(
  load: () => Promise<{ readonly services: { readonly saves: Saves } }>,
  sidelineSaves: SidelineSaves,
): vscode.Disposable {
  const files = new TextFileSystem(
    scheme,
    sidelineSaves,
    lazy(async () => {
      const { saves } = (await load()).services;
      saves.onDidChange((uri) => files.noteChange(uri));
      return saves;
    }),
  );

  const tell = async (
    { uri }: vscode.TextDocument,
    note: (saves: Saves, uri: vscode.Uri) => unknown,
  ): Promise<void> => {
    if (uri.scheme === scheme) await note((await load()).services.saves, uri);
  };
  /** The current text: the person may keep typing while the services are loading. */
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
      event.waitUntil(tell(event.document, (saves, uri) => saves.expect(uri, event.reason)));
    }),
    vscode.workspace.onDidSaveTextDocument((document) =>
      tell(document, (saves, uri) => saves.finish(uri)),
    ),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      // Changing a document's language closes and reopens it.
      const isStillOpen = vscode.workspace.textDocuments.includes(document);
      if (!isStillOpen) await tell(document, (saves, uri) => saves.close(uri));
    }),
  );
}
