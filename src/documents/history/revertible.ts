import { type LoggedChange, sidesOf } from './changeLog';
import type { Change } from '../../base/patch';
import type { Editing } from '../../resources/kinds/kind';
import { isWritable } from '../plan/savePlan';
import { findKind } from '../../resources/kinds/kinds';

/** Why a change can't be undone by writing fields. */
export type Obstacle =
  | 'accountRemoved'
  | 'created'
  | 'deleted'
  | 'nothing'
  | 'unknown'
  | 'readOnly';

/** @param accounts ids of the existing accounts. */
export function findObstacle(
  { reference, changes, outcome }: LoggedChange,
  accounts: ReadonlySet<string>,
): Obstacle | undefined {
  if (!accounts.has(reference.account)) return 'accountRemoved';
  const editing = findKind(reference.kind).document?.editing;
  const unread = new Set(editing?.unread);
  if (changes.length === 0 || outcome === 'notApplied') return 'nothing';
  if (changes.every(({ after }) => after === undefined)) return 'deleted';
  if (changes.some((each) => each.before === undefined && !isRemovable(editing, changes, each))) {
    const isReturned = changes.some(({ path }) => !unread.has(path.join('.')));
    const isNew = isReturned && changes.every(({ before }) => before === undefined);
    return isNew ? 'created' : 'unknown';
  }
  return editing && changes.every(({ path }) => isWritable(editing, path)) ? undefined : 'readOnly';
}

function isRemovable(
  editing: Editing | undefined,
  changes: readonly Change[],
  { path }: Change,
): boolean {
  if (!editing?.mayRemove) return false;
  const { before, after } = sidesOf(changes);
  return editing.mayRemove(path, before) && !editing.mayRemove(path, after);
}
