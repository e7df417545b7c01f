import type { DocumentState } from './documentState';
import { mayBeTyped } from '../plan/savePlan';
import { apply, diff, isEqual, memberAt, overlaps } from '../../base/patch';
import type { JsonObject } from '../../base/json';
import type { ResourceKind } from '../../resources/kinds/kinds';

/**
 * The content that a person's changes are compared to: what the text started from, with live values
 * where the person saw them in a conflict or took them over. Undefined if unknown.
 */
export function startingPoint(
  { document }: ResourceKind,
  { base, seen, contested, agreed }: DocumentState,
  mine: JsonObject,
): JsonObject | undefined {
  if (!seen) return base?.content;
  if (base) return withSeen(base.content, { seen, contested, agreed }, mine);
  const moved = diff(seen, mine).filter((change) => !mayBeTyped(document?.editing, change));
  return apply(seen, moved);
}

/**
 * The starting content of a text, with live values where they are contested or were taken over. A
 * value that was typed before the live one was shown isn't taken over while it stays in the text.
 */
export function withSeen(
  start: JsonObject,
  {
    seen,
    contested = [],
    agreed = [],
  }: Pick<DocumentState, 'contested' | 'agreed'> & { readonly seen: JsonObject },
  mine: JsonObject,
): JsonObject {
  const known = diff(start, seen).filter(({ path, after }) =>
    isEqual(memberAt(mine, path), after)
      ? !agreed.some((each) => overlaps(each, path))
      : contested.some((each) => overlaps(each, path)),
  );
  return apply(start, known);
}

/** What a text started from, as far as it is known. */
export function startOf({ base, seen }: DocumentState): JsonObject | undefined {
  return base?.content ?? seen;
}
