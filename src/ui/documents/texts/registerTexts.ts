import * as vscode from 'vscode';
import type { provideText, TextServices } from './provideText';
import type { provideReportLenses } from '../reports/provideReport';
import { lazy } from '../../../base/lazy';
import { schemaScheme, viewScheme } from '../../../documents/schemes';

// Loading `reportPath` here would load the contract during activation.
const reportScheme = 'server-management-report';
const schemes = [viewScheme, schemaScheme, reportScheme];

interface Texts {
  readonly services: TextServices;
  readonly provideText: typeof provideText;
  readonly provideReportLenses: typeof provideReportLenses;
}

/**
 * Registers all read-only texts, such as reports and the older side of a diff. Their
 * provider is loaded with the first one.
 */
export function registerTexts(load: () => Promise<Texts>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const loadAndFollow = lazy(async () => {
    const loaded = await load();
    loaded.services.snapshots.onDidChange((uri) => changed.fire(uri));
    loaded.services.reportTexts.onDidChange((uri) => changed.fire(uri));
    return loaded;
  });
  /** The editor accepts one scheme at a time, and complains about changes in any other. */
  const register = (scheme: string): vscode.Disposable =>
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: (listener: (uri: vscode.Uri) => unknown) =>
        changed.event((uri) => uri.scheme === scheme && listener(uri)),
      provideTextDocumentContent: async (uri, token) => {
        const { provideText, services } = await loadAndFollow();
        return provideText(services, uri, token);
      },
    });
  return vscode.Disposable.from(
    changed,
    ...schemes.map(register),
    vscode.workspace.onDidCloseTextDocument(async ({ uri }) => {
      if (uri.scheme === viewScheme) (await loadAndFollow()).services.snapshots.forget(uri);
      if (uri.scheme === reportScheme)
        (await loadAndFollow()).services.reportPages.forget(uri.path);
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: reportScheme },
      {
        provideCodeLenses: async (document) => {
          const { services, provideReportLenses } = await loadAndFollow();
          return provideReportLenses(services, document);
        },
      },
    ),
  );
}
