import * as vscode from 'vscode';
import { toPageHtml } from '../../panels/page/html';
import { panelWords } from '../../panels/fleet/words';
import type { PendingChange } from '../../pages/protocol';
import { randomHex } from '../../base/random';
import { t } from '../../base/l10n';

/** Where a panel's page is loaded from. */
interface PageSource {
  readonly webview: vscode.Webview;
  readonly extensionUri: vscode.Uri;
}

/** The folders that a panel's page may load files from. */
export function pageFolders(extensionUri: vscode.Uri): vscode.Uri[] {
  return ['dist', 'media'].map((folder) => vscode.Uri.joinPath(extensionUri, folder));
}

interface PageStart {
  readonly title: string;
  /** The path of its resource's document. */
  readonly path: string;
  /** Which of the resource's panels it is; empty for the one that shows the resource. */
  readonly panel: string;
  readonly changes: readonly PendingChange[];
}

/** Creates the page of a panel. */
export function makePanelPage(
  source: PageSource,
  { title, path, panel, changes }: PageStart,
): string {
  const words = JSON.stringify(panelWords());
  const data = { path, panel, instance: randomHex(8), words, changes: JSON.stringify(changes) };
  return makePage(source, { name: 'panel', title, data });
}

/** Creates a page of the script and the style with a name. */
export function makePage(
  { webview, extensionUri }: PageSource,
  parts: {
    readonly name: 'panel' | 'fleet';
    readonly title: string;
    readonly data: Readonly<Record<string, string>>;
  },
): string {
  const { name, title, data } = parts;
  const file = (...names: string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...names)).toString();
  return toPageHtml({
    cspSource: webview.cspSource,
    nonce: randomHex(16),
    script: file('dist', `${name}.js`),
    style: file('media', `${name}.css`),
    language: vscode.env.language,
    title,
    loading: t('Loading…'),
    data,
  });
}
