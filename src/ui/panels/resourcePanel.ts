import * as vscode from 'vscode';
import { describeAccount, describePlace, toTabTitle } from './describePlace';
import { handOutCredential } from './handOutCredential';
import { withChanges } from './withChanges';
import type { KeptChanges } from './keptChanges';
import { parseMessage } from './messages';
import type { PanelContent, PanelKind } from './panelKind';
import { makePanelPage, pageFolders } from './panelPage';
import { saveChanges } from './saveChanges';
import { ApiError } from '../../api/errors';
import { type ResourceReference, toDocumentPath, toKey } from '../../resources/reference';
import { leftToSave } from '../../webviews/pendingChanges';
import type { Failure, FromPanel, PendingChange, ToPanel } from '../../webviews/protocol';
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

/** The button that signs in again: its command is about the account. */
const signIn = 'signIn';

/** One panel: a page that shows a resource, and what stands behind it. */
export class ResourcePanel {
  readonly reference: ResourceReference;
  readonly #parts: PanelParts;
  readonly #kind: PanelKind;
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #content: PanelContent | undefined;
  /** Why what is shown could not be read again. */
  #failure: Failure | undefined;
  #changes: readonly PendingChange[] = [];
  /** Changes from elsewhere that the page has not taken in yet. */
  #handedOver: readonly PendingChange[] = [];
  /** How a save ended while no page was there to hear of it: its tab was behind another one. */
  #untold: ToPanel | undefined;
  #isReading = false;
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
    return [...this.#changes, ...this.#handedOver];
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

  /** Takes in changes from a panel of the same that was closed; what was changed here stays as it is. */
  async handOver(changes: readonly PendingChange[]): Promise<void> {
    this.#handedOver = withoutThose([...this.#handedOver, ...changes], this.#changes);
    await this.#post({ type: 'handOver', changes: this.#handedOver });
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
        return this.#greet();
      case 'refresh':
        // Asking again is the person's way to give refused credentials another try.
        this.#parts.sessions.forgetRefusals(this.reference.account);
        return this.#load();
      case 'press':
        return this.#press(message.id);
      case 'changed':
        this.#handedOver = withoutThose(this.#handedOver, message.changes);
        return this.#keep(message.changes);
      case 'save':
        return this.#save(message.changes);
      case 'reveal':
      case 'copy':
        return this.#handOut(message.id, message.type);
    }
  }

  /** Tells a page that has just started all that there is to know. */
  async #greet(): Promise<void> {
    const changes = this.#handedOver;
    if (changes.length > 0) await this.#post({ type: 'handOver', changes });
    if (!this.#content) return this.#load();
    if (this.#untold) await this.#post(this.#untold);
    this.#untold = undefined;
    await this.#show(this.#content);
    await this.#tellBusy();
  }

  async #keep(changes: readonly PendingChange[]): Promise<void> {
    this.#changes = changes;
    await this.#parts.keptChanges.keep(toDocumentPath(this.reference), this.changes);
    this.#drawTitle();
  }

  async #press(id: string): Promise<void> {
    const offered = [...(this.#content?.buttons ?? []), ...(this.#failure?.buttons ?? [])];
    if (!offered.some((button) => button.id === id)) return;
    const target = id === signIn ? this.reference.account : this.reference;
    await vscode.commands.executeCommand(`serverManagement.${id}`, target);
    // It may have been the way out.
    if (this.#failure) await this.#load();
  }

  async #load(): Promise<void> {
    if (this.#isClosed) return;
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    let shown: Promise<void> | undefined;
    const show = (content: PanelContent): void => {
      if (signal.aborted) return;
      this.#failure = undefined;
      shown = this.#show(content);
    };
    this.#isReading = true;
    await this.#tellBusy();
    try {
      const { client } = this.#parts;
      await this.#kind.load({ client, t, formats, describeError }, this.reference, show, signal);
    } catch (error) {
      if (!signal.aborted) await this.#fail(error);
    }
    await shown;
    if (signal.aborted) return;
    this.#isReading = false;
    await this.#tellBusy();
  }

  /** Stays with its own account: under its new name, with its new token, or telling that it is gone. */
  async #follow(account: string): Promise<void> {
    await this.#nameAccount();
    if (account !== this.reference.account || this.#isSaving) return;
    const isThere = (await this.#parts.sessions.account(account)) !== undefined;
    if (this.#content && isThere && !this.#failure) await this.#show(this.#content);
    else await this.#load();
  }

  async #nameAccount(): Promise<void> {
    this.#account = await describeAccount(this.#parts, this.reference);
    this.#drawTitle();
  }

  async #fail(error: unknown): Promise<void> {
    this.#failure = toFailure(this.#kind, error);
    if (this.#content) await this.#show(this.#content);
    else await this.#post(this.#failure);
  }

  async #save(changes: readonly PendingChange[]): Promise<void> {
    const { documents, explorer } = this.#parts;
    this.#isSaving = true;
    this.#untold = undefined;
    await this.#tellBusy();
    const refusal = await explorer.sources.working.run(this.reference, () =>
      saveChanges({ documents, t, describeError }, this.reference, changes),
    );
    this.#isSaving = false;
    // As it is now, should it not be read again.
    if (this.#content && !refusal) this.#content = withChanges(this.#content, changes);
    const outcome: ToPanel = refusal ? { type: 'refused', ...refusal } : { type: 'saved', changes };
    if (!(await this.#post(outcome))) {
      this.#untold = outcome;
      if (!refusal) await this.#keep(leftToSave(this.#changes, changes));
    }
    await this.#load();
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
    // Meanwhile something newer may be there.
    if (this.#content !== content) return;
    this.#drawTitle();
    const failure = this.#failure;
    const model = { ...content, subtitle };
    await this.#post({ type: 'model', model, ...(failure ? { failure } : {}) });
  }

  async #tellBusy(): Promise<void> {
    await this.#post({ type: 'busy', isBusy: this.#isReading || this.#isSaving });
  }

  #drawTitle(): void {
    if (this.#isClosed) return;
    this.#panel.title = this.changes.length > 0 ? `● ${this.title}` : this.title;
  }

  /** Tells the page, if there is one: not while the tab is behind another one. */
  async #post(message: ToPanel): Promise<boolean> {
    if (this.#isClosed) return false;
    // The editor delivers it to this panel's page and nowhere else.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    return this.#panel.webview.postMessage(message);
  }
}

function toFailure({ absence }: PanelKind, error: unknown): Failure {
  const reason = error instanceof ApiError ? error.reason : undefined;
  const buttons = reason === 'unauthorized' ? [{ id: signIn, label: t('Sign In Again') }] : [];
  if (reason !== 'notFound' || !absence) {
    return { type: 'failure', text: describeError(error), buttons };
  }
  const { text, button } = absence(t);
  return { type: 'failure', text, buttons: [button] };
}

function withoutThose(
  changes: readonly PendingChange[],
  others: readonly PendingChange[],
): readonly PendingChange[] {
  return changes.filter(({ id }) => !others.some((other) => other.id === id));
}
