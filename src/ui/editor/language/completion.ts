import * as vscode from 'vscode';
import { toPlain, type Words } from '../../../base/foreignText';

/** A suggested value: its label and the value to insert. */
export function createCompletion(label: Words, description?: Words): vscode.CompletionItem {
  return new vscode.CompletionItem(
    {
      label: toPlain(label),
      ...(description === undefined ? {} : { description: toPlain(description) }),
    },
    vscode.CompletionItemKind.Reference,
  );
}
