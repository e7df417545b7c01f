import type { StagedChange } from './stagedChange';
import type { JsonObject } from '../base/json';
import { apply, type Change, diff, isEqual, memberAt, overlaps, type Path } from '../base/patch';

/** The sides of a save that applies a staged change to the live content. */
export function toSides(
  changes: readonly Change[],
  theirs: JsonObject,
): { readonly base: JsonObject; readonly mine: JsonObject } {
  const started = changes.map(({ path, before }) => ({ path, before: undefined, after: before }));
  const base = apply(theirs, started);
  return { base, mine: apply(base, changes) };
}

/** A field that wasn't edited keeps its starting value, so that a conflict in it remains. */
export function withEdits(
  { changes }: Pick<StagedChange, 'changes'>,
  live: JsonObject,
  mine: JsonObject,
): readonly Change[] {
  const typed = diff(apply(live, changes), mine);
  const isTyped = ({ path }: Change): boolean => typed.some((each) => overlaps(each.path, path));
  return [
    ...changes.filter((change) => !isTyped(change)),
    ...diff(live, mine).filter((change) => isTyped(change)),
  ];
}

/** The fields that others have since changed to a value other than the staged one. */
export function driftOf(changes: readonly Change[], live: JsonObject): readonly Path[] {
  return changes
    .filter(({ path, before, after }) => {
      const now = memberAt(live, path);
      return !isEqual(now, before) && !isEqual(now, after);
    })
    .map(({ path }) => path);
}

export function onTopOf(live: JsonObject, changes: readonly Change[]): readonly Change[] {
  return diff(live, apply(live, changes));
}
