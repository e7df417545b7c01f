import type { StepOutcome, StepPosition, Start } from '../../base/questions';
import type * as vscode from 'vscode';
import { showStep } from './showStep';
import { describeError } from '../editor/describeError';
import { createPick, type SafeQuickPick } from '../editor/quickInput';
import { t } from '../../base/l10n';

export interface Explanation {
  readonly description?: string;
  readonly detail: string;
}

interface Picking<Item extends vscode.QuickPickItem, T> {
  readonly prompt: string;
  readonly position: StepPosition;
  readonly canPickMany?: boolean;
  readonly load: (signal: AbortSignal) => readonly Item[] | Promise<readonly Item[]>;
  /** The entries for the typed text; by default, the editor's own search. */
  readonly filter?: (typed: string, items: readonly Item[]) => readonly Item[];
  /** The initial text and active entry, once the entries are loaded. */
  readonly start?: (items: readonly Item[]) => Start<Item>;
  /** The entries that are known even if the list can't be loaded. */
  readonly unread?: () => readonly Item[];
  /** The entries for a text, possibly empty, while the list can't be loaded; absent if typing isn't possible. */
  readonly typed?: (typed: string) => readonly Item[];
  /** Explains the highlighted entry in its second line, and from then on next to its label. */
  readonly explain?: (item: Item) => Explanation | Promise<Explanation>;
  /** The answer for the chosen entries; undefined if they aren't an answer. */
  readonly toAnswer: (chosen: readonly Item[]) => T | undefined;
}

/** If the entries can't be loaded, says why, accepts a typed text instead, and can retry. */
export function askByPicking<Item extends vscode.QuickPickItem, T>(
  picking: Picking<Item, T>,
): Promise<StepOutcome<T>> {
  const pick = createPick<Item | vscode.QuickPickItem>();
  pick.canSelectMany = picking.canPickMany ?? false;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const stop = new AbortController();
  const entries = new Entries(pick, picking, stop.signal);
  return showStep<T>(
    pick,
    picking.position,
    (answer) => {
      pick.onDidChangeValue(() => entries.typed());
      pick.onDidChangeActive(([active]) => void entries.highlight(active));
      pick.onDidAccept(() => {
        // With checkboxes, Enter accepts those that are ticked, whatever is highlighted.
        const accepted = pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems;
        if (accepted.some((each) => entries.isRetry(each))) return void entries.load();
        const chosen = pick.selectedItems;
        if (pick.busy) return;
        const state = picking.toAnswer(chosen as readonly Item[]);
        if (state !== undefined) answer(state);
      });
      void entries.load();
    },
    stop,
  );
}

/** The entries of a list whose loading may take time, or fail. */
class Entries<Item extends vscode.QuickPickItem, T> {
  readonly #pick: SafeQuickPick<Item | vscode.QuickPickItem>;
  readonly #picking: Picking<Item, T>;
  readonly #signal: AbortSignal;
  #items: readonly Item[] = [];
  #retry: vscode.QuickPickItem | undefined;
  #highlighted: Item | vscode.QuickPickItem | undefined;

  constructor(
    pick: SafeQuickPick<Item | vscode.QuickPickItem>,
    picking: Picking<Item, T>,
    signal: AbortSignal,
  ) {
    this.#pick = pick;
    this.#picking = picking;
    this.#signal = signal;
  }

  isRetry(entry: Item | vscode.QuickPickItem | undefined): boolean {
    return entry !== undefined && entry === this.#retry;
  }

  typed(): void {
    const { filter, typed } = this.#picking;
    if (filter || (this.#retry && typed)) this.#show();
  }

  async load(): Promise<void> {
    const pick = this.#pick;
    const { prompt, position } = this.#picking;
    this.#retry = undefined;
    pick.placeholder = position.problem ?? prompt;
    pick.busy = true;
    try {
      this.#items = await this.#picking.load(this.#signal);
      const { typed, active } = this.#picking.start?.(this.#items) ?? {};
      if (typed && pick.value === '') pick.value = typed;
      // Explained later, it would move the entries below it while the person clicks on one.
      if (!typed) await this.#explainFirst(active ?? this.#items[0]);
      this.#show();
      if (active) pick.activeItems = [active];
      if (pick.canSelectMany) pick.selectedItems = pick.items.filter(({ picked }) => picked);
      if (this.#items.length === 0) pick.placeholder = t('None found.');
    } catch (error) {
      if (this.#signal.aborted) return;
      this.#items = this.#picking.unread?.() ?? [];
      if (this.#picking.typed) pick.placeholder = t('{0} (type a value)', prompt);
      this.#retry = { label: t('Try Again'), detail: describeError(error), alwaysShow: true };
      this.#show();
    } finally {
      pick.busy = false;
    }
  }

  async #explainFirst(entry: Item | undefined): Promise<void> {
    if (!entry || !this.#picking.explain) return;
    Object.assign(entry, await this.#picking.explain(entry));
    this.#highlighted = entry;
  }

  async highlight(entry: Item | vscode.QuickPickItem | undefined): Promise<void> {
    const { explain } = this.#picking;
    if (!explain || entry === this.#highlighted || this.isRetry(entry)) return;
    const before = this.#highlighted;
    this.#highlighted = entry;
    const explanation = entry && (await explain(entry as Item));
    // The person may have gone on meanwhile.
    if (this.#highlighted !== entry) return;
    if (before) delete before.detail;
    if (entry && explanation) Object.assign(entry, explanation);
    this.#pick.keepScrollPosition = true;
    this.#pick.items = [...this.#pick.items];
    if (entry) this.#pick.activeItems = [entry];
  }

  #show(): void {
    const text = this.#pick.value.trim();
    if (this.#retry) {
      const typed = this.#picking.typed?.(text) ?? [];
      this.#pick.items = [...typed, ...this.#items, this.#retry];
      return;
    }
    this.#pick.items = this.#picking.filter?.(text, this.#items) ?? this.#items;
  }
}
