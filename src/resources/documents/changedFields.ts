import { parseText } from './content';
import { diff } from './patch';
import type { JsonObject } from '../../shared/json';

/** The fields that a text has otherwise than its base, dotted; nothing where it is not JSON. */
export function changedFields(base: JsonObject | undefined, text: string): string[] | undefined {
  if (!base) return undefined;
  try {
    return diff(base, parseText(text)).map(({ path }) => path.join('.'));
  } catch {
    return undefined;
  }
}
