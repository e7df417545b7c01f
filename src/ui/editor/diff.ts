import * as vscode from 'vscode';
import { toTitle, type Words } from '../../base/foreignText';

export async function showDiff(left: vscode.Uri, right: vscode.Uri, title: Words): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, toTitle(title));
}

export interface ReviewedText {
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

export async function showDiffs(texts: readonly ReviewedText[], title: Words): Promise<void> {
  await vscode.commands.executeCommand(
    'vscode.changes',
    toTitle(title),
    texts.map(({ before, after }) => [after, before, after]),
  );
}
