import * as vscode from 'vscode';
import type { StepOutcome, StepPosition } from '../../input/wizard';
import { describeError } from '../../errors/describeError';
import { t } from '../../l10n';

/** How a picker stands when it is ready. */
export interface Start<Item> {
  readonly typed?: string;
  readonly active?: Item;
}

/** What a picker does beside showing its entries. */
export interface Picking<Item extends vscode.QuickPickItem, T> {
  readonly prompt: string;
  readonly position: StepPosition;
  readonly canPickMany?: boolean;
  /** The entries, which may take their time. */
  readonly load: (signal: AbortSignal) => readonly Item[] | Promise<readonly Item[]>;
  /** The entries for what is typed; the editor's own search where absent. */
  readonly filter?: (typed: string, items: readonly Item[]) => readonly Item[];
  /** What is typed, and which entry is the one that Enter takes, once the entries are there. */
  readonly start?: (items: readonly Item[]) => Start<Item>;
  /** The answer of the chosen entries; nothing where they are none. */
  readonly toAnswer: (chosen: readonly Item[]) => T | undefined;
}

/** Asks for entries of a list; a failure to load them is shown as an entry to try again. */
export function askByPicking<Item extends vscode.QuickPickItem, T>(
  picking: Picking<Item, T>,
): Promise<StepOutcome<T>> {
  const pick = vscode.window.createQuickPick<Item | vscode.QuickPickItem>();
  const { title, step, totalSteps } = picking.position;
  Object.assign(pick, { title, step, totalSteps });
  pick.placeholder = picking.prompt;
  pick.canSelectMany = picking.canPickMany ?? false;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  if (step > 1) pick.buttons = [vscode.QuickInputButtons.Back];
  const stop = new AbortController();
  let items: readonly Item[] = [];
  let hasFailed = false;

  const show = (): void => {
    pick.items = picking.filter?.(pick.value.trim(), items) ?? items;
  };
  const load = async (): Promise<void> => {
    hasFailed = false;
    pick.busy = true;
    try {
      items = await picking.load(stop.signal);
      const { typed, active } = picking.start?.(items) ?? {};
      if (typed && pick.value === '') pick.value = typed;
      show();
      if (active) pick.activeItems = [active];
      if (pick.canSelectMany) pick.selectedItems = pick.items.filter(({ picked }) => picked);
      if (items.length === 0) pick.placeholder = t('There are none.');
    } catch (error) {
      if (stop.signal.aborted) return;
      hasFailed = true;
      pick.items = [{ label: t('Try Again'), detail: describeError(error), alwaysShow: true }];
    } finally {
      pick.busy = false;
    }
  };

  return new Promise((resolve) => {
    const finish = (outcome: StepOutcome<T>): void => {
      stop.abort();
      resolve(outcome);
      pick.dispose();
    };
    pick.onDidChangeValue(() => {
      if (!hasFailed && picking.filter) show();
    });
    pick.onDidTriggerButton(() => finish({ type: 'back', typed: pick.value }));
    pick.onDidAccept(() => {
      if (hasFailed) return void load();
      if (pick.busy) return;
      const state = picking.toAnswer(pick.selectedItems as readonly Item[]);
      if (state !== undefined) finish({ type: 'next', state });
    });
    pick.onDidHide(() => finish({ type: 'cancel' }));
    pick.show();
    void load();
  });
}
