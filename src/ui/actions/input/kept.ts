import type { Start } from './quickPick';
import type { JsonValue } from '../../../shared/json';

/** What a person left at a question that they went back from, to find it there again. */
export interface Kept {
  /** The answer, where there was one. */
  readonly answer?: JsonValue | undefined;
  /** What was typed since, without answering. */
  readonly typed?: string | undefined;
}

/** What a box to type in holds when it is shown again; nothing where it was not shown before. */
export function keptText({ answer, typed }: Kept): string | undefined {
  return typed ?? (typeof answer === 'string' ? answer : undefined);
}

/** How a list is shown again: with what was typed, or at the entry that was chosen. */
export function keptStart<Item>(
  { answer, typed }: Kept,
  items: readonly Item[],
  toAnswer: (item: Item) => JsonValue | undefined,
): Start<Item> {
  if (typed) return { typed };
  if (answer === undefined) return {};
  const active = items.find((item) => toAnswer(item) === answer);
  if (active) return { active };
  // An answer that no entry gives was typed.
  return typeof answer === 'object' ? {} : { typed: String(answer) };
}
