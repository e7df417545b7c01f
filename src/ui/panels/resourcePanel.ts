import * as vscode from 'vscode';
import { describeAccount, describeLocation, toTabTitle } from '../../panels/location';
import { maskEachText } from '../../documents/maskCredentials';
import { findPress, findSecret, saveChanges, toFailure } from '../../panels/saveChanges';
import { toReadOnly, withChanges } from '../../panels/withChanges';
import type { PanelContent, PanelKind } from '../../panels/panelKind';
import { PanelReading } from '../../panels/panelReading';
import { PanelPage, type PanelServices } from './panelPage';
import { systemClock } from '../../api/scheduling/clock';
import { changeFirewall, type PlannedWrite } from '../../resources/lockOut/findLockOuts';
import { plannedWritesOf } from '../../pending/applyChanges';
import type { PendingChanges } from '../../pending/pendingChanges';
import {
  isWithin,
  type ResourceReference,
  rulesBeside,
  toDocumentPath,
  toKey,
} from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import { remainingChanges } from '../../pages/unsavedChanges';
import type {
  Failure,
  FromPage,
  MessageHandlers,
  PendingChange,
  ToPage,
} from '../../pages/protocol';
import { showError, describeError, tryAgain } from '../editor/messages';
import { isCredentialField } from '../../api/credentials';
import { showBriefly } from '../editor/statusBar';
import { t } from '../../base/l10n';

export class ResourcePanel extends PanelPage {
  readonly reference: ResourceReference;
  readonly #parts: PanelServices;
  readonly #kind: PanelKind;
  readonly #reading: PanelReading;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #content: PanelContent | undefined;
  /** Why the shown content couldn't be reread. */
  #failure: Failure | undefined;
  #changes: readonly PendingChange[] = [];
  /** Changes from elsewhere that the page hasn't received yet. */
  #handedOver: readonly PendingChange[] = [];
  /** The outcome of a save that no page could receive because the tab was hidden. */
  #undelivered: readonly ToPage[] = [];
  #isSaving = false;
  /** True if the account was removed: its unsaved changes are then dropped. */
  #isOrphaned = false;
  /** Shown after the title if there is more than one account. */
  #account = '';

  protected readonly handlers: MessageHandlers<FromPage> = {
    ready: () => this.#greet(),
    refresh: () => this.#refresh(),
    press: ({ id }) => this.#press(id),
    changed: (message) => this.#keepOwn(message.changes),
    save: (message) => this.#save(message.changes),
    reveal: ({ id, type }) => this.#handOut(id, type),
    copy: ({ id, type }) => this.#handOut(id, type),
    filter: ({ value }) => this.#reading.ask(value),
  };

  constructor(
    parts: PanelServices,
    kind: PanelKind,
    panel: vscode.WebviewPanel,
    reference: ResourceReference,
    changes: readonly PendingChange[] = [],
  ) {
    const title = toTabTitle(parts.names, reference, kind);
    const id = kind.tableOf ? kind.id : '';
    super(panel, parts.extensionUri, title, id, toDocumentPath(reference), changes);
    this.reference = reference;
    this.#parts = parts;
    this.#kind = kind;
    const { client, store, explorer, names, pending, lockOutGuard } = parts;
    const { pendingFirewalls } = explorer.sources;
    const firewall = {
      inForce: pendingFirewalls.inForce.bind(pendingFirewalls),
      staged: (server: ResourceReference) => changeFirewall(stagedWrites(pending.changes, server)),
      sshPortOf: lockOutGuard.sshPortOf.bind(lockOutGuard),
    };
    const nameOf = names.nameOf.bind(names);
    this.#reading = new PanelReading(
      kind.open(),
      { client, store, nameOf, describeError, now: () => Date.now(), firewall },
      reference,
      systemClock,
      {
        show: (content, isWhole) => this.#show(content, isWhole),
        fail: (error) => this.#fail(error),
        showBusy: () => this.#deliverBusy(),
      },
    );
    this.showed(panel.visible);
    this.#subscriptions = this.#subscribe();
    void this.#nameAccount();
  }

  protected override showed(isVisible: boolean): void {
    this.#reading.showed(isVisible);
  }

  #subscribe(): readonly { dispose(): unknown }[] {
    return [
      this.#parts.store.onDidChange((change) => {
        const { resource } = change;
        const isSame = resource && toKey(resource) === toKey(this.reference);
        if (this.#isSaving) return;
        const isOurs = isSame && !this.#kind.tableOf;
        void (isOurs ? this.#reading.load() : this.#reading.follow(change));
      }),
      this.#parts.explorer.sources.pendingFirewalls.onDidChange(
        (collection) => void this.#reading.follow({ collection }),
      ),
      this.#parts.pending.changes.onDidChange(
        () => void this.#reading.follow({ collection: rulesBeside(this.reference) }),
      ),
      this.#reading,
      this.#parts.sessions.onDidChangeAccounts((id) => void this.#follow(id)),
    ];
  }

  get changes(): readonly PendingChange[] {
    return this.#isOrphaned ? [] : [...this.#changes, ...this.#handedOver];
  }

  get title(): string {
    const title = toTabTitle(this.#parts.names, this.reference, this.#kind, this.#content?.title);
    return [title, this.#account].filter(Boolean).join(' · ');
  }

  /** Takes changes from a closed panel for the same resource; those made here take precedence. */
  async handOver(changes: readonly PendingChange[]): Promise<void> {
    this.#handedOver = withoutThose([...this.#handedOver, ...changes], this.#changes);
    await this.post({ type: 'handOver', changes: this.#handedOver });
  }

  override close(): void {
    super.close();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #refresh(): Promise<void> {
    // A retry gives refused credentials another try.
    this.#parts.sessions.forgetRefusals(this.reference.account);
    return this.#reading.load();
  }

  #keepOwn(changes: readonly PendingChange[]): Promise<void> {
    this.#handedOver = withoutThose(this.#handedOver, changes);
    return this.#keep(changes);
  }

  /** Sends the full state to a page that has just started. */
  async #greet(): Promise<void> {
    const changes = this.#handedOver;
    if (changes.length > 0) await this.post({ type: 'handOver', changes });
    if (!this.#content) return this.#reading.load();
    await this.#deliver(this.#undelivered);
    this.#undelivered = [];
    await this.#show(this.#content);
    await this.#deliverBusy();
  }

  async #keep(changes: readonly PendingChange[]): Promise<void> {
    this.#changes = changes;
    if (this.#isOrphaned) return;
    await this.#parts.unsaved.set(toDocumentPath(this.reference), this.changes);
    this.#drawTitle();
  }

  async #press(id: string): Promise<void> {
    const { reference } = this;
    const press = findPress({ reference, content: this.#content, failure: this.#failure }, id);
    if (!press || this.#reading.press(id)) return;
    await vscode.commands.executeCommand(`serverManagement.${press.command}`, press.target);
    // The action may have solved the problem.
    if (this.#failure) await this.#reading.load();
  }

  async #follow(account: string): Promise<void> {
    const isOurs = account === this.reference.account;
    const isThere = !isOurs || (await this.#parts.sessions.account(account)) !== undefined;
    if (isOurs) this.#isOrphaned = !isThere;
    await this.#nameAccount();
    if (!isOurs || this.#isSaving) return;
    if (this.#content && isThere && !this.#failure) await this.#show(this.#content);
    else await this.#reading.load();
  }

  async #nameAccount(): Promise<void> {
    this.#account = await describeAccount(this.#parts, this.reference);
    this.#drawTitle();
  }

  async #fail(error: unknown): Promise<void> {
    this.#failure = toFailure(this.#kind, error, { describeError });
    if (this.#content) await this.#show(this.#content);
    else await this.post(this.#failure);
  }

  async #save(changes: readonly PendingChange[]): Promise<void> {
    // A reloaded page doesn't know that a save is in progress. It gets the outcome of that one.
    if (this.#isSaving) return;
    const { documents, explorer } = this.#parts;
    this.#isSaving = true;
    this.#undelivered = [];
    await this.#deliverBusy();
    const { saved, refusal, resource } = await explorer.sources.busyState.run(this.reference, () =>
      saveChanges({ documents, describeError }, this.reference, changes),
    );
    this.#isSaving = false;
    // The current state, in case it can't be reread.
    if (this.#content) this.#content = withChanges(this.#content, saved);
    const outcome: ToPage[] = [
      ...(refusal && saved.length === 0 ? [] : [{ type: 'saved' as const, changes: saved }]),
      ...(refusal ? [{ type: 'refused' as const, ...refusal }] : []),
    ];
    if (!(await this.#deliver(outcome))) {
      this.#undelivered = outcome;
      await this.#keep(remainingChanges(this.#changes, saved));
    }
    await this.#reading.loadSaved(resource);
  }

  async #handOut(id: string, how: 'reveal' | 'copy'): Promise<void> {
    const secret = findSecret(this.#content, id);
    if (!secret || this.isClosed) return;
    try {
      const value = await handOutCredential(this.#parts.client, this.reference, id, how);
      if (value !== undefined) await this.post({ type: 'secret', id, value });
    } catch (error) {
      const what = t('Couldn\'t read "{0}" of "{1}".', secret.label, this.title);
      const again = tryAgain(() => this.#handOut(id, how));
      await showError(what, error, [again]);
    }
  }

  /** @param isWhole whether everything was read anew, so that earlier failures don't matter. */
  async #show(content: PanelContent, isWhole = false): Promise<void> {
    this.#content = content;
    if (isWhole) this.#failure = undefined;
    const { explorer, names } = this.#parts;
    const learn = (each: ResourceReference) => explorer.known(each);
    const subtitle = await describeLocation(names, learn, this.reference, this.#kind);
    // There may be newer content by now.
    if (this.#content !== content) return;
    this.#drawTitle();
    const failure = this.#failure;
    const isReadOnly = this.#parts.sessions.isReadOnly(this.reference.account);
    const { presses: _ours, ...shown } = isReadOnly ? toReadOnly(content) : content;
    const words = isReadOnly ? `${subtitle} · ${t('read-only')}` : subtitle;
    const model = maskEachText({ ...shown, subtitle: words });
    await this.post({ type: 'model', model, ...(failure ? { failure } : {}) });
  }

  async #deliver(messages: readonly ToPage[]): Promise<boolean> {
    const heard = await Promise.all(messages.map((message) => this.post(message)));
    return heard.every(Boolean);
  }

  async #deliverBusy(): Promise<void> {
    await this.post({ type: 'busy', isBusy: this.#reading.isReading || this.#isSaving });
  }

  #drawTitle(): void {
    this.setTitle(this.changes.length > 0 ? `● ${this.title}` : this.title);
  }
}

function stagedWrites(changes: PendingChanges, server: ResourceReference): PlannedWrite[] {
  return changes.all
    .filter(({ reference }) => isWithin(reference, server))
    .flatMap((staged) => plannedWritesOf(staged));
}

function withoutThose(
  changes: readonly PendingChange[],
  others: readonly PendingChange[],
): readonly PendingChange[] {
  return changes.filter(({ id }) => !others.some((other) => other.id === id));
}

/** A copied one goes to the clipboard, not to the page. Null if there is none. @throws ApiError. */
async function handOutCredential(
  client: ResourceClient,
  reference: ResourceReference,
  name: string,
  how: 'reveal' | 'copy',
): Promise<string | null | undefined> {
  if (!isCredentialField(name)) return undefined;
  const value = (await client.read(reference))[name];
  if (typeof value !== 'string' || value === '') return null;
  if (how === 'reveal') return value;
  await vscode.env.clipboard.writeText(value);
  showBriefly(t('Copied to the clipboard'));
  return undefined;
}
