import * as vscode from 'vscode';
import { parseState } from './messages';
import { findPanelKind } from './panelKinds';
import { type PanelParts, ResourcePanel } from './resourcePanel';
import { parseDocumentPath, type ResourceReference, toKey } from '../../resources/reference';
import type { PendingChange } from '../../webviews/protocol';
import { t } from '../l10n';
import { panelViewType } from './viewType';

/** The panels that are open: one for each resource. */
export class Panels {
  readonly #parts: PanelParts;
  readonly #open = new Map<string, ResourcePanel>();

  constructor(parts: PanelParts) {
    this.#parts = parts;
  }

  /**
   * Shows the panel of a resource, with changes that were made in an earlier one; false where its kind
   * has none.
   */
  open(reference: ResourceReference, changes: readonly PendingChange[] = []): boolean {
    const open = this.#open.get(toKey(reference));
    if (open) {
      open.reveal();
      if (changes.length > 0) void open.handOver(changes);
      return true;
    }
    if (!findPanelKind(reference.kind)) return false;
    const { label } = this.#parts.explorer.describe(reference);
    const panel = vscode.window.createWebviewPanel(panelViewType, label, vscode.ViewColumn.Active, {
      enableFindWidget: true,
    });
    this.#fill(panel, reference, changes);
    return true;
  }

  /** Fills a panel that the editor restored; one that can't be read any more is closed. */
  restore(panel: vscode.WebviewPanel, kept: unknown): void {
    const state = parseState(kept);
    const reference = state && parseDocumentPath(state.path);
    if (reference && findPanelKind(reference.kind)) {
      const changes = this.#parts.keptChanges.get(state.path) ?? state.changes;
      this.#fill(panel, reference, changes);
    } else {
      panel.dispose();
    }
  }

  #fill(
    panel: vscode.WebviewPanel,
    reference: ResourceReference,
    changes: readonly PendingChange[],
  ): void {
    const kind = findPanelKind(reference.kind);
    if (!kind) return;
    const opened = new ResourcePanel(this.#parts, kind, panel, reference, changes);
    this.#open.set(toKey(reference), opened);
    panel.onDidDispose(() => {
      this.#open.delete(toKey(reference));
      opened.close();
      void this.#offerToReopen(opened);
    });
  }

  /** The editor lets nobody keep a panel from closing, so what was not saved is offered again. */
  async #offerToReopen({ title, reference, changes }: ResourcePanel): Promise<void> {
    if (changes.length === 0) return;
    const reopen = t('Reopen with My Changes');
    const text = t('{0} was closed. Your changes were not saved.', title);
    const chosen = await vscode.window.showWarningMessage(text, reopen);
    if (chosen === reopen) this.open(reference, changes);
  }
}
