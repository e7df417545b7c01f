import { parseText } from '../content';
import { type Change, diff } from '../../base/patch';
import type { JsonObject } from '../../base/json';

/**
 * The changes of a text compared to its base; undefined if it isn't JSON, such as half-typed text.
 */
export function typedChanges(base: JsonObject, text: string): readonly Change[] | undefined {
  try {
    return diff(base, parseText(text));
  } catch {
    return undefined;
  }
}

/** Dotted names of the fields in which a text differs from its base; undefined if it isn't JSON. */
export function changedFields(base: JsonObject | undefined, text: string): string[] | undefined {
  return base && typedChanges(base, text)?.map(({ path }) => path.join('.'));
}
