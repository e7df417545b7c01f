import type { Path } from '../base/patch';
import type { Words } from '../base/foreignText';

/** Why a document can't be saved. */
type ProblemReason =
  | 'syntax'
  | 'notAnObject'
  | 'duplicate'
  | 'number'
  | 'replacement'
  | 'readOnly'
  | 'unknownField'
  | 'credential'
  | 'mask'
  | 'secretKept'
  | 'removed'
  | 'missing'
  | 'notRead'
  | 'secretInText'
  | 'conflict'
  | 'refused';

export interface DocumentProblem {
  readonly reason: ProblemReason;
  readonly path: Path;
  /** Position in the text, in characters, if the path isn't enough. */
  readonly offset?: number;
  readonly length?: number;
  readonly detail?: Words;
}

/** A document can't be saved: nothing was sent, or the service refused it. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problems: readonly DocumentProblem[];

  constructor(problems: readonly DocumentProblem[]) {
    super(
      problems
        .map(({ reason, path, detail }) =>
          [reason, path.join('.'), String(detail ?? '')].filter(Boolean).join(' '),
        )
        .join('; '),
    );
    this.problems = problems;
  }
}

/** The same values were changed elsewhere in the meantime. */
export function conflictError(paths: readonly Path[]): DocumentError {
  return new DocumentError(paths.map((path) => ({ reason: 'conflict', path })));
}

export function isConflict(error: unknown): error is DocumentError {
  return (
    error instanceof DocumentError && error.problems.some(({ reason }) => reason === 'conflict')
  );
}
