import type { SavedAnswer } from './prompts';
import type { JsonValue } from '../../base/json';

/** The initial state of a picker. */
export interface Start<Item> {
  readonly typed?: string;
  readonly active?: Item;
}

/**
 * The initial text of an input box that is shown again; undefined if it's shown for the first time.
 */
export function savedText({ answer, typed }: SavedAnswer): string | undefined {
  return typed ?? (typeof answer === 'string' ? answer : undefined);
}

/** The initial state of a list that is shown again: the typed text, or the chosen entry. */
export function savedStart<Item>(
  { answer, typed }: SavedAnswer,
  items: readonly Item[],
  toAnswer: (item: Item) => JsonValue | undefined,
): Start<Item> {
  if (typed) return { typed };
  if (answer === undefined) return {};
  const active = items.find((item) => toAnswer(item) === answer);
  if (active) return { active };
  // An answer that isn't in the list was typed.
  return typeof answer === 'object' ? {} : { typed: String(answer) };
}
