import * as vscode from 'vscode';
import { toTitle, type Words } from '../../base/foreignText';

export function createDecoration(
  badge: string | undefined,
  tooltip: Words,
  color?: string,
): vscode.FileDecoration {
  return new vscode.FileDecoration(
    badge,
    toTitle(tooltip),
    color === undefined ? undefined : new vscode.ThemeColor(color),
  );
}

export function themeIcon(id: string, color?: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);
}

export function createDimming(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    color: new vscode.ThemeColor('descriptionForeground'),
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}
