import { parseDocument } from '../documentText';
import { type Change, diff } from '../../base/patch';
import type { JsonObject } from '../../base/json';
import type { ResourceKind } from '../../resources/kinds/kinds';

/**
 * The changes of a text compared to its base; undefined if it isn't valid, such as half-typed JSON.
 */
export function typedChanges(
  kind: ResourceKind,
  base: JsonObject,
  text: string,
): readonly Change[] | undefined {
  try {
    return diff(base, parseDocument(kind, text, base));
  } catch {
    return undefined;
  }
}

/** Dotted names of the fields in which a text differs from its base; undefined if it isn't valid. */
export function changedFields(
  kind: ResourceKind,
  base: JsonObject | undefined,
  text: string,
): string[] | undefined {
  return base && typedChanges(kind, base, text)?.map(({ path }) => path.join('.'));
}
