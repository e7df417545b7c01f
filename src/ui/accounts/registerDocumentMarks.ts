import * as vscode from 'vscode';
import type { Core } from '../core';
import { scheme } from '../scheme';
import { lazy } from '../../shared/lazy';

/** Registers the marks of documents at once; they are loaded with the first document. */
export function registerDocumentMarks(core: () => Promise<Core>): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const marks = lazy(async () => {
    const [{ DocumentMarks }, loaded] = await Promise.all([import('./documentMarks'), core()]);
    loaded.sessions.onDidChangeAccounts(() => changed.fire(undefined));
    return new DocumentMarks(loaded);
  });
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) =>
      uri.scheme === scheme ? (await marks()).provideFileDecoration(uri) : undefined,
  });
}
