import * as vscode from 'vscode';
import type { OpenText } from '../../resources/documents/textOrigins';
import { scheme } from '../scheme';

/** The editor's text of a resource document, where it is open. */
export function findOpen(path: string): OpenText | undefined {
  const document = vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === scheme && uri.path === path,
  );
  return document && { text: document.getText(), isDirty: document.isDirty };
}
