import * as vscode from 'vscode';
import { toTitle, type Words } from '../../base/foreignText';

/** Shows a picture in a tab of its own: a preview would replace what is in front. */
export async function showPicture(picture: vscode.Uri, title: Words): Promise<void> {
  const options: vscode.TextDocumentShowOptions = { preview: false };
  await vscode.commands.executeCommand('vscode.open', picture, options, toTitle(title));
}
