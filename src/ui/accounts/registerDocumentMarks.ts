import * as vscode from 'vscode';
import type { AccountServices } from './accountServices';
import type { DocumentMarks } from './documentMarks';
import { draftScheme, scheme } from '../../documents/schemes';
import { lazy } from '../../base/lazy';

const ownSchemes: ReadonlySet<string> = new Set([scheme, draftScheme]);

/** Registers the marks of documents immediately; they are loaded with the first document. */
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
      ownSchemes.has(uri.scheme) ? (await marks()).provideFileDecoration(uri) : undefined,
  });
}
