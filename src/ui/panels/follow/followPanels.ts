import type * as vscode from 'vscode';
import { FollowPanel, type FollowParts } from './followPanel';
import type { Sessions } from '../../../accounts/sessions';
import { foreign, type Words } from '../../../base/foreignText';
import { hasEvents } from '../../../panels/follow/logs';
import { parseFollowState, parseOpenPanels } from '../../../panels/follow/messages';
import { followViewType } from '../../../panels/page/viewType';
import type { KeyValues } from '../../../resources/storage/keyValues';
import { parseDocumentPath, type ResourceReference, toKey } from '../../../resources/reference';
import { createPanel } from '../../editor/webviewPanel';
import { t } from '../../editor/l10n';

interface FollowPanelsParts extends FollowParts {
  readonly sessions: Pick<Sessions, 'account' | 'forgetRefusals'>;
  /** Where open panels are kept: the editor keeps a page's state only now and then. */
  readonly storage: KeyValues;
}

const openKey = 'follow.open';

/** The panels of followed events, one for each selection of resources. */
export class FollowPanels {
  readonly #parts: FollowPanelsParts;
  readonly #opened = new Map<string, FollowPanel>();
  /** The panels that were open when the window was closed. */
  readonly #before: readonly (readonly string[])[];

  constructor(parts: FollowPanelsParts) {
    this.#parts = parts;
    this.#before = parseOpenPanels(parts.storage.get(openKey));
  }

  /** Follows the events of resources, in an existing panel if one already does. */
  open(references: readonly ResourceReference[]): void {
    const open = this.#opened.get(toSetKey(references));
    if (open) open.reveal();
    else this.#fill(createPanel(followViewType, this.#titleOf(references)), references);
  }

  /** Fills a panel that the editor restored, or closes it if no resource can be read anymore. */
  async restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const { sessions } = this.#parts;
    let isClosed = false;
    const closing = panel.onDidDispose(() => (isClosed = true));
    const found = await Promise.all(
      this.#pathsOf(kept).map(async (path) => {
        const reference = parseDocumentPath(path);
        const isThere = reference && hasEvents(reference.kind);
        return isThere && (await sessions.account(reference.account)) ? [reference] : [];
      }),
    );
    closing.dispose();
    if (isClosed) return;
    const references = found.flat();
    if (references.length === 0) panel.dispose();
    else this.#fill(panel, references);
  }

  #fill(panel: vscode.WebviewPanel, references: readonly ResourceReference[]): void {
    const key = toSetKey(references);
    const opened = new FollowPanel(this.#parts, panel, references);
    this.#opened.set(key, opened);
    void this.#keep();
    panel.onDidDispose(() => {
      opened.close();
      if (this.#opened.get(key) === opened) this.#opened.delete(key);
      void this.#keep();
    });
  }

  /** What a restored panel showed; if that's lost, a selection that no other panel shows. */
  #pathsOf(state: unknown): readonly string[] {
    const kept = parseFollowState(state)?.paths;
    if (kept) return kept;
    const open = new Set([...this.#opened.values()].map(({ paths }) => paths.join('\n')));
    return this.#before.find((paths) => !open.has(paths.join('\n'))) ?? [];
  }

  async #keep(): Promise<void> {
    const open = [...this.#opened.values()].map(({ paths }) => paths);
    await this.#parts.storage.update(openKey, open);
  }

  #titleOf(references: readonly ResourceReference[]): Words {
    const [only] = references;
    if (references.length > 1 || !only) return t('Events of {0} Resources', references.length);
    return foreign(t('Events: {0}', String(this.#parts.names.nameOf(only))));
  }
}

function toSetKey(references: readonly ResourceReference[]): string {
  return references.map(toKey).toSorted().join('\n');
}
