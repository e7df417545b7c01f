import type { DocumentState } from './documentState';
import { planSave } from '../plan/savePlan';
import { startingPoint } from './startingPoint';
import { isEqual, memberAt, type Path } from '../../base/patch';
import type { JsonObject } from '../../base/json';
import type { ResourceKind } from '../../resources/kinds/kinds';

/**
 * Where the editor's text conflicts with the live content: both changed the same value, or did so
 * when the person saw them side by side and still differ. Only overwriting resolves that in favour
 * of the text.
 */
export function findConflicts(
  kind: ResourceKind,
  state: DocumentState,
  mine: JsonObject | undefined,
  theirs: JsonObject,
): readonly Path[] {
  if (!mine) return [];
  const { seen = {}, contested = [] } = state;
  const left = contested.filter((path) => {
    const my = memberAt(mine, path);
    return !isEqual(my, memberAt(theirs, path)) && !isEqual(my, memberAt(seen, path));
  });
  try {
    // Values taken over from the live content count as the others', as in the save itself.
    const base = state.base && startingPoint(kind, state, mine);
    return [...planSave(kind, { base, mine, theirs }).conflicts, ...left];
  } catch {
    // The save itself reports problems in the text.
    return [];
  }
}
