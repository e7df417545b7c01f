import * as vscode from 'vscode';
import { ResourceFileSystem } from './fileSystem';
import type { Core } from '../core';
import { scheme } from '../scheme';

/** Registers resource documents at once; the core is loaded with the first of them. */
export function registerDocuments(core: () => Promise<Core>): vscode.Disposable {
  const files = new ResourceFileSystem(core);
  const ours = (document: vscode.TextDocument): boolean => document.uri.scheme === scheme;
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true }),
    vscode.workspace.onWillSaveTextDocument((event) => files.noteSaveReason(event)),
    vscode.workspace.onDidChangeTextDocument(async ({ document }) => {
      if (!ours(document) || document.isDirty) return;
      await (await core()).documents.settle(document.uri, document.getText());
    }),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      if (!ours(document)) return;
      const { documents, saves } = await core();
      saves.clear(document.uri);
      await documents.forget(document.uri);
    }),
  );
}
