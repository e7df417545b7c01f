import * as vscode from 'vscode';
import { toPlain } from '../../base/foreignText';

/** Asks for a folder; undefined if the person cancelled. */
export async function pickFolder(button: string): Promise<vscode.Uri | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      canSelectMany: false,
      openLabel: toPlain(button),
    })) ?? [];
  return folder;
}
