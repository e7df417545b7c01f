import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually';

/** Replaces the value of a field as a person would type it. */
export async function typeInto(
  document: vscode.TextDocument,
  field: string,
  value: unknown,
): Promise<void> {
  // The editor refuses an edit of a text that it has just read again.
  await eventually(async () => {
    const text = document.getText();
    const [match = '', start = ''] = new RegExp(`("${field}": )("[^"]*"|\\w+)`).exec(text) ?? [];
    const at = text.indexOf(match) + start.length;
    const range = new vscode.Range(
      document.positionAt(at),
      document.positionAt(at + match.length - start.length),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, range, JSON.stringify(value));
    assert.equal(await vscode.workspace.applyEdit(edit), true);
  });
}
