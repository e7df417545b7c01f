import type { Path } from './patch';

/** Why a document can't be saved as it is. */
export type ProblemReason =
  | 'syntax'
  | 'notAnObject'
  | 'readOnly'
  | 'credential'
  | 'removed'
  | 'missing'
  | 'secretInText'
  | 'conflict'
  | 'refused';

/** One thing that is wrong with a document, and where. */
export interface DocumentProblem {
  readonly reason: ProblemReason;
  readonly path: Path;
  /** Where in the text, in characters from its start, where the path does not tell. */
  readonly offset?: number;
  /** The parser's or the service's own words. */
  readonly detail?: string;
}

/** A document can't be saved as it is; nothing was sent, or the service refused it. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problems: readonly DocumentProblem[];

  constructor(problems: readonly DocumentProblem[]) {
    super(
      problems
        .map(({ reason, path, detail }) =>
          [reason, path.join('.'), detail].filter(Boolean).join(' '),
        )
        .join('; '),
    );
    this.problems = problems;
  }
}

/** Somebody else changed the same values since. */
export function conflictError(paths: readonly Path[]): DocumentError {
  return new DocumentError(paths.map((path) => ({ reason: 'conflict', path })));
}
