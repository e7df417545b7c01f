import { DocumentError, type DocumentProblem, type ProblemReason } from './documentError';
import { type Change, changedMembers, diff, merge, type Path } from './patch';
import { isCredentialField } from '../../api/credentials';
import type { JsonObject } from '../../shared/json';
import type { ResourceKind, Write } from '../kinds/kind';

/** The three sides of a save. */
export interface SaveSides {
  /** What the person started from. */
  readonly base: JsonObject;
  /** What the person made of it. */
  readonly mine: JsonObject;
  /** What the service has now. */
  readonly theirs: JsonObject;
}

/** What a save would do. */
export interface SavePlan {
  /** The requests, in order; none where nothing is to change. */
  readonly writes: readonly Write[];
  /** Where the person and somebody else changed the same value since the base. */
  readonly conflicts: readonly Path[];
}

/**
 * Plans a save by comparing three ways: what others changed meanwhile stays, and the requests hold
 * what the person changed and nothing else.
 * @throws DocumentError where the person changed what can't be written.
 */
export function planSave(kind: ResourceKind, { base, mine, theirs }: SaveSides): SavePlan {
  const problems = diff(base, mine).flatMap((change) => findProblem(kind, change));
  if (problems.length > 0) throw new DocumentError(problems);
  const { merged, conflicts } = merge(base, mine, theirs);
  const changed = changedMembers(diff(theirs, merged));
  const isNothing = Object.keys(changed).length === 0;
  const writes = isNothing
    ? []
    : (kind.document?.editing?.toWrites({ before: theirs, after: merged, changed }) ?? []);
  return { writes, conflicts };
}

function findProblem(kind: ResourceKind, { path, after }: Change): DocumentProblem[] {
  const problem = (reason: ProblemReason): DocumentProblem[] => [{ reason, path }];
  if (path.some(isCredentialField)) return problem('credential');
  const { editing } = kind.document ?? {};
  if (!editing?.writable.includes(path[0] ?? '')) return problem('readOnly');
  return after === undefined ? problem('removed') : [];
}
