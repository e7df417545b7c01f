import { parseText } from './content';
import { type Change, diff } from './patch';
import type { JsonObject } from '../../shared/json';

/** What a text has otherwise than its base; nothing where it is not JSON: half-typed text is none. */
export function typedChanges(base: JsonObject, text: string): readonly Change[] | undefined {
  try {
    return diff(base, parseText(text));
  } catch {
    return undefined;
  }
}

/** The fields that a text has otherwise than its base, dotted; nothing where it is not JSON. */
export function changedFields(base: JsonObject | undefined, text: string): string[] | undefined {
  return base && typedChanges(base, text)?.map(({ path }) => path.join('.'));
}
