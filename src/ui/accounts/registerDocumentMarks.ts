import * as vscode from 'vscode';
import type { AccountServices } from './accountServices';
import type { DocumentMarks } from './documentMarks';
import { draftScheme, rowScheme, scheme } from '../../documents/schemes';
import { lazy } from '../../base/lazy';

const markedSchemes: ReadonlySet<string> = new Set([scheme, draftScheme, rowScheme]);

/** Registers the marks of documents and rows immediately; they are loaded with the first of them. */
export function registerDocumentMarks(
  load: () => Promise<{
    readonly services: AccountServices;
    readonly DocumentMarks: typeof DocumentMarks;
  }>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const marks = lazy(async () => {
    const { DocumentMarks, services } = await load();
    services.sessions.onDidChangeAccounts(() => changed.fire(undefined));
    return new DocumentMarks(services);
  });
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) =>
      markedSchemes.has(uri.scheme) ? (await marks()).provideFileDecoration(uri) : undefined,
  });
}
