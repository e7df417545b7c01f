import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually';

/** Saves a document with the key of saving, as a person does; returns whether it's saved. */
export async function saveByKey(document: vscode.TextDocument): Promise<boolean> {
  const { uri } = await show(document);
  await vscode.commands.executeCommand('serverManagement.saveDocument');
  // A draft is closed once it's created.
  return !vscode.workspace.textDocuments.some(
    (each) => each.isDirty && each.uri.toString() === uri.toString(),
  );
}

/** Shows a document and waits until its tab is active, which is reported a moment later. */
async function show(document: vscode.TextDocument): Promise<vscode.TextDocument> {
  await vscode.window.showTextDocument(document, { preview: false });
  await eventually(() => {
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputText);
    assert.equal(input.uri.toString(), document.uri.toString());
  });
  return document;
}
