import type * as vscode from 'vscode';
import { type Kept, keptStart } from './kept';
import { askByPicking } from './quickPick';
import type { JsonValue } from '../../../shared/json';
import type { StepOutcome, StepPosition } from '../../input/wizard';
import { t } from '../../l10n';
import type { ChoiceField, Option } from '../field';
import type { Form } from '../prompts';

interface Item extends vscode.QuickPickItem {
  readonly value: JsonValue | undefined;
  /** Whether what is typed stands for no value. */
  readonly isWrong?: boolean;
}

/** Asks for one of several values, or for another one where the field is open. */
export function pickOption(
  field: ChoiceField,
  { context, target }: Form,
  position: StepPosition,
  kept: Kept,
): Promise<StepOutcome<JsonValue | undefined>> {
  return askByPicking<Item, { value: JsonValue | undefined }>({
    prompt: field.isOpen ? t('{0} (choose or type)', field.prompt) : field.prompt,
    position,
    load: async (signal) => (await field.options(context, target, signal)).map(toItem),
    ...(field.isOpen
      ? { filter: (typed: string, items: readonly Item[]) => withTyped(field, typed, items) }
      : {}),
    start: (items) => keptStart(kept, items, ({ value }) => value),
    toAnswer: ([chosen]) => (chosen && !chosen.isWrong ? { value: chosen.value } : undefined),
  }).then((outcome) =>
    outcome.type === 'next' ? { type: 'next', state: outcome.state.value } : outcome,
  );
}

function toItem({ value, label, description }: Option): Item {
  return { value, label, ...(description ? { description } : {}) };
}

function withTyped(
  { validate, parse }: ChoiceField,
  typed: string,
  items: readonly Item[],
): readonly Item[] {
  if (typed === '' || items.some(({ label }) => label === typed)) return items;
  const problem = validate?.(typed);
  const entry = {
    value: parse?.(typed) ?? typed,
    label: typed,
    description: problem ?? t('as typed'),
    alwaysShow: true,
    isWrong: problem !== undefined,
  };
  // What has to be well formed, such as a number, is typed to be taken rather than to search.
  return validate ? [entry, ...items] : [...items, entry];
}
