import * as vscode from 'vscode';
import { describeAccount, describePlace, toTabTitle } from './describePlace';
import { handOutCredential } from './handOutCredential';
import type { KeptChanges } from './keptChanges';
import { parseMessage } from './messages';
import type { PanelContent, PanelKind } from './panelKind';
import { makePanelPage, pageFolders } from './panelPage';
import { saveChanges } from './saveChanges';
import { ApiError } from '../../api/errors';
import { type ResourceReference, toDocumentPath, toKey } from '../../resources/reference';
import type { FromPanel, PendingChange, ToPanel } from '../../webviews/protocol';
import type { Core } from '../core';
import { describeError } from '../errors/describeError';
import { formats } from '../formats';
import { t } from '../l10n';
import { showError } from '../notifications';

/** What panels work with. */
export type PanelParts = Pick<Core, 'client' | 'documents' | 'store' | 'sessions' | 'explorer'> & {
  /** Where the extension's own files are. */
  readonly extensionUri: vscode.Uri;
  readonly keptChanges: KeptChanges;
};

/** One panel: a page that shows a resource, and what stands behind it. */
export class ResourcePanel {
  readonly reference: ResourceReference;
  readonly #parts: PanelParts;
  readonly #kind: PanelKind;
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #content: PanelContent | undefined;
  #changes: readonly PendingChange[] = [];
  #isSaving = false;
  #isClosed = false;
  /** Beside the title, where there is more than one account. */
  #account = '';
  #reading = new AbortController();

  constructor(
    parts: PanelParts,
    kind: PanelKind,
    panel: vscode.WebviewPanel,
    reference: ResourceReference,
    changes: readonly PendingChange[] = [],
  ) {
    this.reference = reference;
    this.#parts = parts;
    this.#kind = kind;
    this.#panel = panel;
    const { webview } = panel;
    const { extensionUri } = parts;
    this.#subscriptions = [
      webview.onDidReceiveMessage((received: unknown) => {
        const message = parseMessage(received);
        if (message) void this.#take(message);
      }),
      parts.store.onDidChange(({ resource }) => {
        const isOurs = resource && toKey(resource) === toKey(reference);
        if (isOurs && !this.#isSaving) void this.#load();
      }),
      parts.sessions.onDidChangeAccounts((id) => void this.#follow(id)),
    ];
    panel.title = toTabTitle(parts, reference);
    void this.#nameAccount();
    webview.options = { enableScripts: true, localResourceRoots: pageFolders(extensionUri) };
    const path = toDocumentPath(reference);
    webview.html = makePanelPage({ webview, extensionUri }, panel.title, path, changes);
  }

  /** What the person changed and did not save. */
  get changes(): readonly PendingChange[] {
    return this.#changes;
  }

  /** What its tab is called, while it is open and afterwards. */
  get title(): string {
    const title = toTabTitle(this.#parts, this.reference, this.#content?.title);
    return [title, this.#account].filter(Boolean).join(' · ');
  }

  /** Brings it to the front. */
  reveal(): void {
    this.#panel.reveal();
  }

  /** Called when it was closed. */
  close(): void {
    this.#isClosed = true;
    this.#reading.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #take(message: FromPanel): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#content ? this.#show(this.#content) : this.#load();
      case 'refresh':
        // Asking again is the person's way to give refused credentials another try.
        this.#parts.sessions.forgetRefusals(this.reference.account);
        return this.#load();
      case 'signIn':
        await vscode.commands.executeCommand('serverManagement.signIn', this.reference.account);
        return this.#load();
      case 'press':
        if (!this.#content?.buttons.some(({ id }) => id === message.id)) return;
        await vscode.commands.executeCommand(`serverManagement.${message.id}`, this.reference);
        return;
      case 'changed':
        this.#changes = message.changes;
        await this.#parts.keptChanges.keep(toDocumentPath(this.reference), this.#changes);
        this.#drawTitle();
        return;
      case 'save':
        return this.#save(message.changes);
      case 'reveal':
      case 'copy':
        return this.#handOut(message.id, message.type);
    }
  }

  async #load(): Promise<void> {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const show = (content: PanelContent): void => {
      if (!signal.aborted) void this.#show(content);
    };
    try {
      const { client } = this.#parts;
      await this.#kind.load({ client, t, formats, describeError }, this.reference, show, signal);
    } catch (error) {
      if (!signal.aborted) await this.#fail(error);
    }
  }

  /** Stays with its own account: under its new name, with its new token, or telling that it is gone. */
  async #follow(account: string): Promise<void> {
    await this.#nameAccount();
    if (account !== this.reference.account || this.#isSaving) return;
    const isThere = (await this.#parts.sessions.account(account)) !== undefined;
    if (this.#isClosed) return;
    if (this.#content && isThere) await this.#show(this.#content);
    else await this.#load();
  }

  async #nameAccount(): Promise<void> {
    this.#account = await describeAccount(this.#parts, this.reference);
    this.#drawTitle();
  }

  async #fail(error: unknown): Promise<void> {
    this.#content = undefined;
    const needsSignIn = error instanceof ApiError && error.reason === 'unauthorized';
    await this.#post({ type: 'failure', text: describeError(error), needsSignIn });
  }

  async #save(changes: readonly PendingChange[]): Promise<void> {
    const { documents, explorer } = this.#parts;
    this.#isSaving = true;
    await this.#post({ type: 'busy', isBusy: true });
    const refusal = await explorer.sources.working.run(this.reference, () =>
      saveChanges({ documents, t, describeError }, this.reference, changes),
    );
    this.#isSaving = false;
    await this.#post(refusal ? { type: 'refused', ...refusal } : { type: 'saved' });
    await this.#load();
    await this.#post({ type: 'busy', isBusy: false });
  }

  async #handOut(id: string, how: 'reveal' | 'copy'): Promise<void> {
    const isShown = this.#content?.sections.some(({ items }) =>
      items.some((item) => item.type === 'secret' && item.id === id),
    );
    if (!isShown) return;
    try {
      const value = await handOutCredential(this.#parts.client, this.reference, id, how);
      if (value !== undefined) await this.#post({ type: 'secret', id, value });
    } catch (error) {
      await showError(t('The credential could not be read.'), error);
    }
  }

  async #show(content: PanelContent): Promise<void> {
    this.#content = content;
    const subtitle = await describePlace(this.#parts, this.reference);
    this.#drawTitle();
    await this.#post({ type: 'model', model: { ...content, subtitle } });
  }

  #drawTitle(): void {
    if (this.#isClosed) return;
    this.#panel.title = this.#changes.length > 0 ? `● ${this.title}` : this.title;
  }

  #post(message: ToPanel): Thenable<boolean> {
    // The editor delivers it to this panel's page and nowhere else.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    return this.#panel.webview.postMessage(message);
  }
}
