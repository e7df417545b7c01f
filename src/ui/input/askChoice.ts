import * as vscode from 'vscode';
import { hasBack, type StepOutcome, type StepPosition } from './wizard';

/** A choice and what it stands for. */
export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** Asks for one of several choices; `active` is the one that Enter takes. */
export function askChoice<T>(
  prompt: string,
  choices: readonly Choice<T>[],
  active: T | undefined,
  position: StepPosition,
): Promise<StepOutcome<T>> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  pick.title = position.title;
  pick.step = position.step;
  pick.totalSteps = position.totalSteps;
  pick.placeholder = prompt;
  pick.items = choices;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.activeItems = choices.filter(({ value }) => value === active);
  if (hasBack(position)) pick.buttons = [vscode.QuickInputButtons.Back];

  return new Promise((resolve) => {
    const finish = (outcome: StepOutcome<T>): void => {
      resolve(outcome);
      pick.dispose();
    };
    pick.onDidTriggerButton(() => finish({ type: 'back' }));
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) finish({ type: 'next', state: chosen.value });
    });
    pick.onDidHide(() => finish({ type: 'cancel' }));
    pick.show();
  });
}
