import * as vscode from 'vscode';
import type { provideReport } from './provideReport';
import type { Sessions } from '../../accounts/sessions';
import type { Emitter } from '../../base/emitter';
import { lazy } from '../../base/lazy';

interface Reports {
  readonly services: { readonly sessions: Sessions; readonly reportRefresh: Emitter<vscode.Uri> };
  readonly provideReport: typeof provideReport;
}

/** Registers reports immediately; the code that reads them is loaded with the first one. */
export function registerReports(load: () => Promise<Reports>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const loadAndFollow = lazy(async () => {
    const loaded = await load();
    loaded.services.reportRefresh.event((uri) => changed.fire(uri));
    return loaded;
  });
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri, token) {
      const { provideReport, services } = await loadAndFollow();
      return provideReport(services, uri, token);
    },
  };
  return vscode.Disposable.from(
    changed,
    // Loading `reportPath` here would load the contract during activation.
    vscode.workspace.registerTextDocumentContentProvider('server-management-report', provider),
  );
}
