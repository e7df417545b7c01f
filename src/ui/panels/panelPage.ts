import * as vscode from 'vscode';
import { toPageHtml } from '../../panels/page/html';
import { parsePageMessage } from '../../panels/page/messages';
import { panelWords } from '../../pages/words';
import {
  type FromPage,
  handle,
  type MessageHandlers,
  type PendingChange,
  type ToPage,
} from '../../pages/protocol';
import type { KeptValues, KeyValues } from '../../resources/storage/stored';
import type { PendingChanges } from '../../pending/pendingChanges';
import type { DocumentServices } from '../documents/documentServices';
import { randomHex } from '../../base/random';
import { t } from '../../base/l10n';

export interface PanelServices extends Pick<
  DocumentServices,
  | 'attention'
  | 'client'
  | 'documents'
  | 'explorer'
  | 'lockOutGuard'
  | 'names'
  | 'sessions'
  | 'store'
> {
  readonly pending: { readonly changes: PendingChanges };
  readonly extensionUri: vscode.Uri;
  readonly unsaved: KeptValues<readonly PendingChange[]>;
  readonly storage: KeyValues;
}

/** A panel whose page shows sections. */
export abstract class PanelPage {
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: readonly vscode.Disposable[];
  #isClosed = false;

  /**
   * @param panel which of the resource's panels it is; empty for the one that shows the resource.
   * @param path that of its resource's document; one in each line if it's about several.
   */
  constructor(
    tab: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    title: string,
    panel: string,
    path = '',
    changes: readonly PendingChange[] = [],
  ) {
    this.#panel = tab;
    const { webview } = tab;
    this.#subscriptions = [
      webview.onDidReceiveMessage((received: unknown) => {
        const message = parsePageMessage(received);
        if (message) handle(this.handlers, message);
      }),
      tab.onDidChangeViewState(() => this.showed(tab.visible)),
    ];
    const file = (...names: string[]): vscode.Uri => vscode.Uri.joinPath(extensionUri, ...names);
    const uriOf = (...names: string[]): string => webview.asWebviewUri(file(...names)).toString();
    tab.title = title;
    webview.options = { enableScripts: true, localResourceRoots: [file('dist'), file('media')] };
    const words = JSON.stringify(panelWords());
    webview.html = toPageHtml({
      cspSource: webview.cspSource,
      nonce: randomHex(16),
      script: uriOf('dist', 'panel.js'),
      style: uriOf('media', 'panel.css'),
      language: vscode.env.language,
      title: tab.title,
      loading: t('Loading…'),
      data: { path, panel, instance: randomHex(8), words, changes: JSON.stringify(changes) },
    });
  }

  protected abstract readonly handlers: MessageHandlers<FromPage>;

  /** Called when the panel is shown or hidden. */
  protected abstract showed(isVisible: boolean): void;

  protected get isClosed(): boolean {
    return this.#isClosed;
  }

  protected get isVisible(): boolean {
    return this.#panel.visible;
  }

  protected setTitle(title: string): void {
    if (!this.#isClosed) this.#panel.title = title;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Sends a message; false if there is no page to receive it because the tab is hidden or closed. */
  protected async post(message: ToPage): Promise<boolean> {
    return !this.#isClosed && this.#panel.webview.postMessage(message);
  }

  /** Called after the panel was closed. */
  close(): void {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
