import type {
  Form,
  SavedAnswer,
  StepOutcome,
  StepPosition,
  Word,
  WordsField,
} from '../../base/questions';
import type * as vscode from 'vscode';
import { describeError } from '../editor/describeError';
import { createPick, type SafeQuickPick } from '../editor/quickInput';
import { showStep } from './showStep';
import { t } from '../../base/l10n';

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
