import type { Report } from './report';

/** One kind of check of the whole project. */
export interface Level {
  readonly name: string;
  /** Its tests, split into independent shares. */
  readonly shares: readonly Share[];
  /**
   * A `waiting` level waits for an editor more than it computes; a `background` level only computes, and uses
   * the processor time that the others leave. Waiting levels run after those without a pace.
   */
  readonly pace?: 'waiting' | 'background';
  /** Whether a few files with failed tests are run once more, each alone: only where a whole window is involved. */
  readonly repeats?: boolean;
}

/** A share of a level's tests. */
export interface Share {
  /** Distinguishes it from the level's other shares; empty if it's the only one. */
  readonly title: string;
  /**
   * Resolves with the counts of all its tests. What it prints meanwhile goes to `print`, line by line or all at once.
   */
  run(print: Print): Promise<Report>;
}

/** Takes text that ends with a line break. */
export type Print = (text: string) => void;

/** The report of a level that couldn't run: one failure, so that it never counts as success. */
export function failedAltogether(title: string, stack: string): Report {
  return { passed: 0, failed: 1, skipped: 0, failures: [{ title, stack }] };
}

/** Combines several reports into one. */
export function joinReports(reports: readonly Report[]): Report {
  const sum = (count: (report: Report) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    failures: reports.flatMap(({ failures }) => failures),
  };
}
