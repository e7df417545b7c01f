import type * as vscode from 'vscode';
import { askByPicking } from './quickPick';
import type { StepOutcome, StepPosition } from '../../input/wizard';
import type { SwitchesField, SwitchOption, Values } from '../field';
import type { Form } from '../prompts';

interface Item extends vscode.QuickPickItem {
  readonly option: SwitchOption;
}

/** Shows switches as they stand, to be ticked; the answer holds those that were changed. */
export function askSwitches(
  field: SwitchesField,
  { context, target }: Form,
  position: StepPosition,
): Promise<StepOutcome<Values>> {
  let options: readonly SwitchOption[] = [];
  return askByPicking<Item, Values>({
    prompt: field.prompt,
    position,
    canPickMany: true,
    load: async (signal) => {
      options = await field.options(context, target, signal);
      return options.map(toItem);
    },
    toAnswer: (chosen) => {
      const on = new Set(chosen.map(({ option }) => option.name));
      const changed = options.filter(({ name, isOn }) => on.has(name) !== isOn);
      return Object.fromEntries(changed.map(({ name, isOn }) => [name, !isOn]));
    },
  });
}

function toItem(option: SwitchOption): Item {
  const { label, description, isOn } = option;
  return { label, picked: isOn, option, ...(description ? { description } : {}) };
}
