import * as vscode from 'vscode';
import {
  type Form,
  hasBack,
  type SavedAnswer,
  type Start,
  type StepOutcome,
  type StepPosition,
  type Word,
  type WordsField,
} from '../../base/questions';
import { describeError } from '../editor/messages';
import { createPick, type SafeQuickPick } from '../editor/quickInput';
import { t } from '../../base/l10n';

interface StepButton extends vscode.QuickInputButton {
  readonly press: () => void;
}

/** `listen` gets the function that submits the answer; `stop` is aborted at the end. */
export function showStep<State>(
  input: vscode.QuickInput & Pick<vscode.InputBox, 'value' | 'buttons' | 'onDidTriggerButton'>,
  position: StepPosition,
  listen: (answer: (state: State) => void) => void,
  stop = new AbortController(),
  buttons: () => readonly StepButton[] = () => [],
): Promise<StepOutcome<State>> {
  const { title, step, totalSteps } = position;
  Object.assign(input, { title, ignoreFocusOut: true });
  // A single question isn't counted.
  if (totalSteps > 1) Object.assign(input, { step, totalSteps });
  const draw = (): void => {
    const back = hasBack(position) ? [vscode.QuickInputButtons.Back] : [];
    input.buttons = [...back, ...buttons()];
  };
  draw();
  return new Promise((resolve) => {
    const end = (outcome: StepOutcome<State>): void => {
      stop.abort();
      resolve(outcome);
      input.dispose();
    };
    input.onDidTriggerButton((pressed) => {
      if (pressed === vscode.QuickInputButtons.Back) {
        return end({ type: 'back', typed: input.value });
      }
      (pressed as StepButton).press();
      draw();
    });
    input.onDidHide(() => end({ type: 'cancel', typed: input.value }));
    listen((state) => end({ type: 'next', state }));
    input.show();
  });
}

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

interface WordItem extends vscode.QuickPickItem {
  readonly isTyped?: boolean;
}

/** As checkboxes, with new ones as typed; the answer is the whole set, undefined if unchanged. */
export function askWords<From extends readonly unknown[]>(
  field: WordsField<From>,
  { from }: Form<From>,
  position: StepPosition,
  { answer }: SavedAnswer,
): Promise<StepOutcome<string[] | undefined>> {
  const pick = createPick<WordItem>();
  pick.placeholder = position.problem ?? field.prompt;
  pick.canSelectMany = true;
  const stop = new AbortController();
  const words = new WordPicker(pick, field);
  return showStep(
    pick,
    position,
    (submit) => {
      pick.onDidChangeValue(() => words.typed());
      pick.onDidAccept(() => {
        if (pick.busy) words.takeOnceLoaded();
        else if (!words.takeTyped()) submit(words.changed());
      });
      const load = async (): Promise<readonly Word[]> => field.options(...from, stop.signal);
      void words.load(load, Array.isArray(answer) ? (answer as string[]) : undefined);
    },
    stop,
  );
}

class WordPicker {
  readonly #pick: SafeQuickPick<WordItem>;
  readonly #field: WordsField<never>;
  #items: readonly WordItem[] = [];
  #before: readonly string[] = [];
  /** True if the typed word is to be added once the known words are loaded. */
  #isAwaited = false;

  constructor(pick: SafeQuickPick<WordItem>, field: WordsField<never>) {
    this.#pick = pick;
    this.#field = field;
  }

  async load(load: () => Promise<readonly Word[]>, kept?: readonly string[]): Promise<void> {
    const pick = this.#pick;
    pick.busy = true;
    try {
      const words = await load();
      this.#before = words.filter(({ isOn }) => isOn).map(({ word }) => word);
      const ticked = kept ?? this.#before;
      const all = [...new Set([...words.map(({ word }) => word), ...ticked])];
      this.#items = all.map((label) => ({ label }));
      this.#show(this.#items.filter(({ label }) => ticked.includes(label)));
    } catch (error) {
      // A set that is replaced as a whole must not be replaced unseen.
      pick.placeholder = describeError(error);
      pick.enabled = false;
    } finally {
      pick.busy = false;
    }
    if (this.#isAwaited) this.takeTyped();
  }

  /** Adds the typed word once the known words are loaded, unless another one is typed until then. */
  takeOnceLoaded(): void {
    this.#isAwaited = true;
  }

  typed(): void {
    this.#isAwaited = false;
    this.#show(this.#pick.selectedItems);
  }

  /** Adds the typed word if it's highlighted or nothing else matches. @returns whether it was added. */
  takeTyped(): boolean {
    const typed = this.#pick.items.find(({ isTyped }) => isTyped);
    if (!typed) return false;
    const [active] = this.#pick.activeItems;
    const isFound = this.#items.some(({ label }) =>
      label.toLowerCase().includes(typed.label.toLowerCase()),
    );
    if (active ? active !== typed : isFound) return false;
    const item: WordItem = { label: typed.label };
    this.#items = [...this.#items, item];
    this.#pick.value = '';
    this.#show([...this.#pick.selectedItems, item]);
    return true;
  }

  changed(): string[] | undefined {
    const ticked = this.#pick.selectedItems.map(({ label }) => label);
    const isSame = ticked.length === this.#before.length;
    return isSame && ticked.every((word) => this.#before.includes(word)) ? undefined : ticked;
  }

  #show(ticked: readonly WordItem[]): void {
    const text = this.#pick.value.trim();
    const isNew = text !== '' && !this.#items.some(({ label }) => label === text);
    const problem = this.#field.validate?.(text);
    const entry: WordItem = {
      label: text,
      description: problem ?? t('Add what you typed'),
      alwaysShow: true,
      isTyped: problem === undefined,
    };
    this.#pick.items = isNew ? [...this.#items, entry] : this.#items;
    this.#pick.selectedItems = ticked.filter((item) => this.#items.includes(item));
  }
}
