import * as vscode from 'vscode';

/** Saves a document with the key of saving, as a person does; returns whether it's saved. */
export async function saveByKey(document: vscode.TextDocument): Promise<boolean> {
  await vscode.window.showTextDocument(document, { preview: false });
  return document.save();
}
