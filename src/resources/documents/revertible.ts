import type { LoggedChange } from './changeLog';
import { isWritable } from './savePlan';
import { findKind } from '../kinds/kinds';

/** Why a change cannot be taken back by writing fields. */
export type Obstacle = 'created' | 'deleted' | 'nothing' | 'unknown' | 'readOnly';

/** What stands against taking a change back; nothing where its fields can be written as they were. */
export function findObstacle({ reference, changes }: LoggedChange): Obstacle | undefined {
  const editing = findKind(reference.kind).document?.editing;
  const unread = new Set(editing?.unread);
  if (changes.length === 0) return 'nothing';
  if (changes.every(({ after }) => after === undefined)) return 'deleted';
  if (changes.some(({ before }) => before === undefined)) {
    const isTold = changes.some(({ path }) => !unread.has(path.join('.')));
    const isNew = isTold && changes.every(({ before }) => before === undefined);
    return isNew ? 'created' : 'unknown';
  }
  return editing && changes.every(({ path }) => isWritable(editing, path)) ? undefined : 'readOnly';
}
