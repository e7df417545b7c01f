import * as vscode from 'vscode';
import type { Core } from '../core';
import { lazy } from '../../shared/lazy';

/** Registers reports at once; what reads them is loaded with the first. */
export function registerReports(core: () => Promise<Core>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const load = lazy(async () => {
    const [{ provideReport }, loaded] = await Promise.all([import('./provideReport'), core()]);
    loaded.reportRefresh.event((uri) => changed.fire(uri));
    return { provideReport, loaded };
  });
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri, token) {
      const { provideReport, loaded } = await load();
      return provideReport(loaded, uri, token);
    },
  };
  return vscode.Disposable.from(
    changed,
    // Loading `reportPath` here would bring the contract into activation.
    vscode.workspace.registerTextDocumentContentProvider('server-management-report', provider),
  );
}
