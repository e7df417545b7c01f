import type * as vscode from 'vscode';
import { askByPicking } from './quickPick';
import { isObject } from '../../base/json';
import type { StepOutcome, StepPosition } from '../../base/questions/wizard';
import type { SwitchesField, SwitchOption, Values } from '../../documents/creations/field';
import type { Form, Kept } from '../../actions/questions/prompts';

interface SwitchPickItem extends vscode.QuickPickItem {
  readonly option: SwitchOption;
}

/**
 * Shows switches with their current states as checkboxes; the answer contains only the changed
 * ones.
 */
export function askSwitches(
  field: SwitchesField,
  { context, target }: Form,
  position: StepPosition,
  { answer }: Kept,
): Promise<StepOutcome<Values>> {
  const { toTyped } = field;
  let options: readonly SwitchOption[] = [];
  return askByPicking<SwitchPickItem, Values>({
    prompt: field.prompt,
    position,
    canPickMany: true,
    load: async (signal) => {
      options = await field.options(context, target, signal);
      return options.map((option) =>
        toSwitchItem(option, isObject(answer) && wasTurned(option, answer)),
      );
    },
    ...(toTyped
      ? {
          typed: (typed: string) => {
            options = toTyped(typed);
            return options.map((option) => ({ ...toSwitchItem(option, false), alwaysShow: true }));
          },
        }
      : {}),
    toAnswer: (chosen) => {
      const on = new Set(chosen.map(({ option }) => option));
      const changed = options.filter((option) => on.has(option) !== option.isOn);
      return Object.fromEntries(changed.map(({ name, isOn, sets = !isOn }) => [name, sets]));
    },
  });
}

/** Whether the answer still differs from the state: it may have been applied in the meantime. */
function wasTurned(
  { name, isOn, sets = !isOn }: SwitchOption,
  answer: Record<string, unknown>,
): boolean {
  return answer[name] === sets;
}

function toSwitchItem(option: SwitchOption, isTurned: boolean): SwitchPickItem {
  const { label, description, isOn } = option;
  return { label, picked: isOn !== isTurned, option, ...(description ? { description } : {}) };
}
