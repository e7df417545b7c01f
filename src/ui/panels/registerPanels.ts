import * as vscode from 'vscode';
import { panelViewType } from './viewType';
import type { Core } from '../core';

/** Registers at once who restores panels after a reload; the core is loaded with the first. */
export function registerPanels(core: () => Promise<Core>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(panelViewType, {
    async deserializeWebviewPanel(panel, state: unknown) {
      (await core()).panels.restore(panel, state);
    },
  });
}
