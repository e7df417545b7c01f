import * as vscode from 'vscode';
import { guarded } from '../../base/guarded';
import { toTitle, type Words } from '../../base/foreignText';

export function createPanel(viewType: string, title: Words): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    viewType,
    toTitle(title),
    vscode.ViewColumn.Active,
    { enableFindWidget: true },
  );
  return withPlainTitle(panel);
}

export function registerPanelSerializer(
  viewType: string,
  restore: (panel: vscode.WebviewPanel, state: unknown) => Promise<void>,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: (panel, state) => restore(withPlainTitle(panel), state),
  });
}

function withPlainTitle(panel: vscode.WebviewPanel): vscode.WebviewPanel {
  return guarded(panel, { title: (title) => toTitle(title) });
}
