import { DocumentError, type DocumentProblem } from './documentError';
import { type Change, changedMembers, diff, memberAt, merge, type Path } from './patch';
import { isCredentialField } from '../../api/credentials';
import { type JsonObject, pick } from '../../shared/json';
import type { Editing, ResourceKind, Write } from '../kinds/kind';

/** The three sides of a save. */
export interface SaveSides {
  /** What the person started from; unknown where that was lost or never there. */
  readonly base: JsonObject | undefined;
  /** What the person made of it. */
  readonly mine: JsonObject;
  /** What the service has now. */
  readonly theirs: JsonObject;
}

/** What a save would do. */
export interface SavePlan {
  /** The requests, in order; none where nothing is to change. */
  readonly writes: readonly Write[];
  /** What they change of the live state. */
  readonly changes: readonly Change[];
  /** Where the person and somebody else changed the same value since the base. */
  readonly conflicts: readonly Path[];
}

/**
 * Plans a save by comparing three ways: what others changed meanwhile stays, and the requests hold
 * what the person changed and nothing else. Without a base every difference is a conflict.
 * @throws DocumentError where the person changed what can't be written.
 */
export function planSave(kind: ResourceKind, { base, mine, theirs: read }: SaveSides): SavePlan {
  const editing = kind.document?.editing;
  // What a read does not tell is taken to be as it was last sent.
  const theirs = { ...read, ...pick(base ?? {}, editing?.unread ?? []) };
  const problems = diff(base ?? theirs, mine).flatMap((change) =>
    findProblem(editing, change, theirs),
  );
  if (problems.length > 0) throw new DocumentError(problems);
  const { merged, conflicts } = merge(base ?? theirs, mine, theirs);
  const changes = diff(theirs, merged);
  return {
    writes: changes.length === 0 || !editing ? [] : toWrites(editing, theirs, merged, changes),
    changes,
    conflicts: base ? conflicts : changes.map(({ path }) => path),
  };
}

/** Whether a value can be written, as a member of a writable one or with only such in it. */
export function isWritable({ writable }: Editing, path: Path): boolean {
  return writable.some((name) => {
    const names = name.split('.');
    return names.length <= path.length && names.every((each, index) => each === path[index]);
  });
}

function toWrites(
  editing: Editing,
  before: JsonObject,
  after: JsonObject,
  changes: readonly Change[],
): readonly Write[] {
  const missing = (editing.required ?? []).filter((name) => after[name] === undefined);
  if (missing.length > 0) {
    throw new DocumentError(missing.map((name) => ({ reason: 'missing', path: [name] })));
  }
  return editing.toWrites({ before, after, changed: changedMembers(changes) });
}

function findProblem(
  editing: Editing | undefined,
  { path, after }: Change,
  theirs: JsonObject,
): DocumentProblem[] {
  if (path.some(isCredentialField)) return [{ reason: 'credential', path }];
  if (!editing || !isWritable(editing, path)) return [{ reason: 'readOnly', path }];
  // Where the service has no such member either, nothing is lost.
  const isRemoved = after === undefined && memberAt(theirs, path) !== undefined;
  return isRemoved ? [{ reason: 'removed', path }] : [];
}
