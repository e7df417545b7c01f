import type { Report } from './report';

/** One kind of check of the whole project. */
export interface Level {
  readonly name: string;
  /** Resolves with the counts; what it has to say on the way it prints. */
  run(): Promise<Report>;
}

/** The report of a level that could not do its work: one failure, so that it is never taken for success. */
export function failedAltogether(title: string, stack: string): Report {
  return { passed: 0, failed: 1, skipped: 0, failures: [{ title, stack }] };
}
