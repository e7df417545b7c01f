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
import type { DocumentServices } from '../documents/documentServices';
import { randomHex } from '../../base/random';
import { t } from '../../base/l10n';

export interface PanelServices extends Pick<
  DocumentServices,
  'attention' | 'client' | 'documents' | 'explorer' | 'names' | 'sessions' | 'store'
> {
  readonly extensionUri: vscode.Uri;
  readonly unsaved: KeptValues<readonly PendingChange[]>;
  readonly storage: KeyValues;
}

interface PageParts {
  readonly title: string;
  readonly data: Readonly<Record<string, string>>;
}

interface PageEvents {
  readonly handlers: MessageHandlers<FromPage>;
  readonly show: (isVisible: boolean) => void;
}

export class PanelPage {
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: readonly vscode.Disposable[];
  #isClosed = false;

  constructor(
    panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    { title, data }: PageParts,
    { handlers, show }: PageEvents,
  ) {
    this.#panel = panel;
    const { webview } = panel;
    this.#subscriptions = [
      webview.onDidReceiveMessage((received: unknown) => {
        const message = parsePageMessage(received);
        if (message) handle(handlers, message);
      }),
      panel.onDidChangeViewState(() => show(panel.visible)),
    ];
    const file = (...names: string[]): vscode.Uri => vscode.Uri.joinPath(extensionUri, ...names);
    const uriOf = (...names: string[]): string => webview.asWebviewUri(file(...names)).toString();
    panel.title = title;
    webview.options = { enableScripts: true, localResourceRoots: [file('dist'), file('media')] };
    webview.html = toPageHtml({
      cspSource: webview.cspSource,
      nonce: randomHex(16),
      script: uriOf('dist', 'panel.js'),
      style: uriOf('media', 'panel.css'),
      language: vscode.env.language,
      title: panel.title,
      loading: t('Loading…'),
      data,
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  set title(title: string) {
    if (!this.#isClosed) this.#panel.title = title;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Sends a message; false if there is no page to receive it because the tab is hidden or closed. */
  async post(message: ToPage): Promise<boolean> {
    return !this.#isClosed && this.#panel.webview.postMessage(message);
  }

  close(): void {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

interface PageStart {
  readonly title: string;
  /** The path of its resource's document; one in each line if it's about several. */
  readonly path: string;
  /** Which of the resource's panels it is; empty for the one that shows the resource. */
  readonly panel: string;
  readonly changes: readonly PendingChange[];
}

export function sectionsPage({ title, path, panel, changes }: PageStart): PageParts {
  const words = JSON.stringify(panelWords());
  const data = { path, panel, instance: randomHex(8), words, changes: JSON.stringify(changes) };
  return { title, data };
}
