import * as vscode from 'vscode';
import { toPlain, type Words } from '../../base/foreignText';

/** How long a status bar message stays, in milliseconds. */
const passingMs = 6_000;

export function showBriefly(text: Words, icon = 'check'): void {
  void vscode.window.setStatusBarMessage(withIcon(icon, text), passingMs);
}

/** For places where the editor renders icons; other icon syntax is neutralized. */
function withIcon(icon: string, text: Words): string {
  return `$(${icon}) ${toPlain(text)}`;
}

interface StatusText {
  readonly icon: string;
  readonly text: Words;
  readonly tooltip: vscode.MarkdownString;
  readonly label: Words;
  readonly isCritical?: boolean;
  readonly command?: string;
  readonly arguments?: readonly unknown[];
}

export function createStatus(id: string, name: string) {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right);
  item.name = name;
  return {
    show({ icon, text, tooltip, label, isCritical = false, command, ...others }: StatusText) {
      item.command = command && { command, title: name, arguments: [...(others.arguments ?? [])] };
      item.text = withIcon(icon, text);
      item.tooltip = tooltip;
      item.backgroundColor = isCritical
        ? new vscode.ThemeColor('statusBarItem.errorBackground')
        : undefined;
      item.accessibilityInformation = { label: toPlain(label) };
      item.show();
    },
    hide: () => item.hide(),
    dispose: () => item.dispose(),
  };
}
