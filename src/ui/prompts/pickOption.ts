import type * as vscode from 'vscode';
import { keptStart } from '../../actions/questions/kept';
import { askByPicking } from './quickPick';
import type { JsonValue } from '../../base/json';
import type { StepOutcome, StepPosition } from '../../base/questions/wizard';
import { refuseInvisible } from '../../documents/creations/fields';
import { t } from '../editor/l10n';
import type { ChoiceField, Option } from '../../documents/creations/field';
import type { Form, Kept } from '../../actions/questions/prompts';

interface OptionItem extends vscode.QuickPickItem {
  readonly value: JsonValue | undefined;
  /** Whether the typed text isn't a valid value. */
  readonly isWrong?: boolean;
}

/** Asks for one of several values, or another one if the field allows it. */
export function pickOption(
  field: ChoiceField,
  { context, target }: Form,
  position: StepPosition,
  kept: Kept,
): Promise<StepOutcome<JsonValue | undefined>> {
  return askByPicking<OptionItem, { value: JsonValue | undefined }>({
    prompt: field.isOpen ? t('{0} (select or type)', field.prompt) : field.prompt,
    position,
    load: async (signal) => (await field.options(context, target, signal)).map(toOptionItem),
    ...(field.isOpen
      ? { filter: (typed: string, items: readonly OptionItem[]) => withTyped(field, typed, items) }
      : {}),
    typed: (typed) => [toTypedOption(field, typed)],
    start: (items) => keptStart(kept, items, ({ value }) => value),
    toAnswer: ([chosen]) => (chosen && !chosen.isWrong ? { value: chosen.value } : undefined),
  }).then((outcome) =>
    outcome.type === 'next' ? { type: 'next', state: outcome.state.value } : outcome,
  );
}

function toOptionItem({ value, label, description }: Option): OptionItem {
  return { value, label, ...(description ? { description } : {}) };
}

function withTyped(
  field: ChoiceField,
  typed: string,
  items: readonly OptionItem[],
): readonly OptionItem[] {
  if (typed === '' || items.some(({ label }) => label === typed)) return items;
  const entry = toTypedOption(field, typed, items.length > 0);
  // Typed text that must be well formed, such as a number, is meant as a value rather than a
  // search.
  return field.validate ? [entry, ...items] : [...items, entry];
}

function toTypedOption(
  { validate, parse }: ChoiceField,
  typed: string,
  isUnlisted = false,
): OptionItem {
  const problem = validate?.(typed) ?? refuseInvisible(typed, t);
  // A number is as good as those in the list; a word is likely a mistake.
  const isOdd = isUnlisted && !validate;
  return {
    value: parse?.(typed) ?? typed,
    label: typed,
    description: problem ?? (isOdd ? t('Not in the list. Use it anyway') : t('Use what you typed')),
    alwaysShow: true,
    isWrong: problem !== undefined,
  };
}
