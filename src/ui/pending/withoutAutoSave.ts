import * as vscode from 'vscode';
import { pendingScheme } from '../../documents/schemes';

/**
 * Gives staged texts the languages of documents, for which the manifest turns Auto Save off. A document
 * gets its language by its path, but the paths of staged texts consist of names.
 */
export function withoutAutoSave(): vscode.Disposable {
  for (const document of vscode.workspace.textDocuments) setLanguage(document);
  return vscode.workspace.onDidOpenTextDocument(setLanguage);
}

function setLanguage(document: vscode.TextDocument): void {
  const { scheme, path } = document.uri;
  if (scheme !== pendingScheme) return;
  const language = path.endsWith('.json') ? 'server-management-json' : 'server-management-shell';
  // Setting it opens the text again.
  if (document.languageId === language) return;
  void vscode.languages.setTextDocumentLanguage(document, language);
}
