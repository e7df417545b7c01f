import type * as vscode from 'vscode';
import { askByPicking } from './quickPick';
import { mapOutcome, type StepOutcome, type StepPosition } from '../../actions/questions/wizard';

/** A choice and its value. */
interface ChoiceWithValue<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** Asks for one of several choices; `active` is the one selected initially. */
export async function askChoice<T>(
  prompt: string,
  choices: readonly ChoiceWithValue<T>[],
  active: T | undefined,
  position: StepPosition,
): Promise<StepOutcome<T>> {
  const marked = choices.find(({ value }) => value === active);
  const outcome = await askByPicking<ChoiceWithValue<T>, ChoiceWithValue<T>>({
    prompt,
    position,
    load: () => choices,
    start: () => (marked ? { active: marked } : {}),
    toAnswer: ([chosen]) => chosen,
  });
  return mapOutcome(outcome, ({ value }) => value);
}
