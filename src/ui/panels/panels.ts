import type * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/emitter';
import { parseState } from '../../panels/page/messages';
import { toTabTitle } from '../../panels/describePlace';
import type { PanelKind } from '../../panels/panelKind';
import { findPanel, findPanelKind, findTablePanel } from '../../panels/panelKinds';
import { type PanelParts, ResourcePanel } from './resourcePanel';
import {
  type CollectionReference,
  parseDocumentPath,
  type ResourceReference,
  toKey,
} from '../../resources/reference';
import type { PendingChange } from '../../pages/protocol';
import { showMessage } from '../editor/messages';
import { createPanel } from '../editor/webviewPanel';
import { panelViewType } from '../../panels/page/viewType';
import { t } from '../../base/l10n';

/** The open panels, one of each kind for each resource. */
export class Panels {
  readonly #parts: PanelParts;
  readonly #opened = new Map<string, ResourcePanel>();
  readonly #activeChanged = new Emitter<void>();
  #active: ResourceReference | undefined;

  readonly onDidChangeActive: Event<void> = this.#activeChanged.event;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    parts.sessions.onDidChangeAccounts(async (id) => {
      if (!(await parts.sessions.account(id))) await parts.storedPanelChanges.forgetAccount(id);
    });
  }

  /** The resource of the active panel, if any. */
  get active(): ResourceReference | undefined {
    return this.#active;
  }

  /** Shows a resource's panel, if its kind has one, with changes from an earlier panel. */
  open(reference: ResourceReference, changes: readonly PendingChange[] = []): void {
    const kind = findPanelKind(reference.kind);
    if (kind) this.#open(kind, reference, changes);
  }

  /** Shows all resources of a collection as a table, if its kind has one. */
  openTable({ account, kind, parents }: CollectionReference): void {
    const table = findTablePanel(kind);
    if (table) this.#open(table, { account, kind: table.kind, ids: parents }, []);
  }

  /**
   * Fills a panel that the editor restored, or closes it if it can no longer be read. The changes
   * of a removed account are dropped.
   */
  async restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const { storedPanelChanges, sessions } = this.#parts;
    const state = parseState(kept);
    const reference = state && parseDocumentPath(state.path);
    const kind = reference && findPanel(reference.kind, state.panel);
    if (!kind) {
      panel.dispose();
      return;
    }
    let isClosed = false;
    const closing = panel.onDidDispose(() => (isClosed = true));
    const account = await sessions.account(reference.account);
    closing.dispose();
    if (!account) await storedPanelChanges.forgetAccount(reference.account);
    if (isClosed) return;
    const changes = account ? (storedPanelChanges.get(state.path) ?? state.changes) : [];
    this.#fill(panel, kind, reference, changes);
  }

  #open(kind: PanelKind, reference: ResourceReference, changes: readonly PendingChange[]): void {
    const open = this.#opened.get(toPanelKey(kind, reference));
    if (open) {
      open.reveal();
      if (changes.length > 0) void open.handOver(changes);
      return;
    }
    const title = toTabTitle(this.#parts, reference, kind);
    this.#fill(createPanel(panelViewType, title), kind, reference, changes);
  }

  #fill(
    panel: vscode.WebviewPanel,
    kind: PanelKind,
    reference: ResourceReference,
    changes: readonly PendingChange[],
  ): void {
    const key = toPanelKey(kind, reference);
    const opened = new ResourcePanel(this.#parts, kind, panel, reference, changes);
    this.#opened.set(key, opened);
    const noteActive = (isActive: boolean): void => {
      if (isActive) this.#active = reference;
      else if (this.#active === reference) this.#active = undefined;
      this.#activeChanged.fire();
    };
    noteActive(panel.active);
    panel.onDidChangeViewState(() => noteActive(panel.active));
    panel.onDidDispose(() => {
      this.#opened.delete(key);
      noteActive(false);
      opened.close();
      void this.#offerToReopen(opened);
    });
  }

  /**
   * The editor doesn't let extensions prevent a panel from closing, so unsaved changes are offered
   * again.
   */
  async #offerToReopen({ title, reference, changes }: ResourcePanel): Promise<void> {
    if (changes.length === 0) return;
    await showMessage('warning', t('{0} was closed. Your changes were not saved.', title), [
      { title: t('Reopen with My Changes'), run: () => this.open(reference, changes) },
    ]);
  }
}

function toPanelKey({ id }: PanelKind, reference: ResourceReference): string {
  return `${id}/${toKey(reference)}`;
}
