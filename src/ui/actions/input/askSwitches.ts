import type * as vscode from 'vscode';
import type { Kept } from './kept';
import { askByPicking } from './quickPick';
import { isObject } from '../../../shared/json';
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
  { answer }: Kept,
): Promise<StepOutcome<Values>> {
  let options: readonly SwitchOption[] = [];
  return askByPicking<Item, Values>({
    prompt: field.prompt,
    position,
    canPickMany: true,
    load: async (signal) => {
      options = await field.options(context, target, signal);
      return options.map((option) => toItem(option, isObject(answer) && option.name in answer));
    },
    toAnswer: (chosen) => {
      const on = new Set(chosen.map(({ option }) => option.name));
      const changed = options.filter(({ name, isOn }) => on.has(name) !== isOn);
      return Object.fromEntries(changed.map(({ name, isOn }) => [name, !isOn]));
    },
  });
}

function toItem(option: SwitchOption, wasTurned: boolean): Item {
  const { label, description, isOn } = option;
  return { label, picked: isOn !== wasTurned, option, ...(description ? { description } : {}) };
}
