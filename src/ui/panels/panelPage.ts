import * as vscode from 'vscode';
import { toPage } from './html';
import { panelWords } from './words';
import type { PendingChange } from '../../webviews/protocol';
import { randomHex } from '../../shared/random';
import { t } from '../l10n';

/** Where a panel's page comes from. */
export interface PageSource {
  readonly webview: vscode.Webview;
  readonly extensionUri: vscode.Uri;
}

/** The folders whose files a panel's page may load. */
export function pageFolders(extensionUri: vscode.Uri): vscode.Uri[] {
  return ['dist', 'media'].map((folder) => vscode.Uri.joinPath(extensionUri, folder));
}

/** The page of a panel for the resource at this path. */
export function makePanelPage(
  { webview, extensionUri }: PageSource,
  title: string,
  path: string,
  changes: readonly PendingChange[],
): string {
  const file = (...names: string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...names)).toString();
  return toPage({
    cspSource: webview.cspSource,
    nonce: randomHex(16),
    script: file('dist', 'panel.js'),
    style: file('media', 'panel.css'),
    language: vscode.env.language,
    title,
    loading: t('Loading…'),
    data: {
      path,
      instance: randomHex(8),
      words: JSON.stringify(panelWords()),
      changes: JSON.stringify(changes),
    },
  });
}
