import type { Action, ActionContext } from './action';
import { attempt, attemptAgain } from './attempt';
import type { Values } from '../documents/creations/field';
import type { QuestionReads } from './questions/questionReads';
import type { Guard } from '../documents/writing/guard';
import { isLeft, type Result } from './result';

/** How to perform the work: cancellation, progress, and whether to repeat what may be done. */
interface PerformOptions {
  /** Lets the requests pass that the person was asked about. */
  readonly guard: Guard;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
  /** Whether the person wants to repeat actions whose outcome is unknown. */
  readonly repeatsUnclear: boolean;
  /** What was read for the questions. */
  readonly reads: QuestionReads;
}

/**
 * Performs an action on all targets that aren't done yet, one after another, so that the person can
 * cancel in between. Returns the results of all.
 */
export async function performAll(
  context: ActionContext,
  action: Action,
  before: readonly Result[],
  values: Values,
  { report, repeatsUnclear, ...options }: PerformOptions,
): Promise<readonly Result[]> {
  const { signal } = options;
  const results: Result[] = [];
  const total = before.filter((result) => isLeft(result, repeatsUnclear)).length;
  let tried = 0;
  for (const result of before) {
    if (!isLeft(result, repeatsUnclear) || signal.aborted) {
      results.push(result);
      continue;
    }
    tried += 1;
    if (before.length > 1) report(`${result.name} (${tried}/${total})`);
    const perform = async (): Promise<Result> => {
      const part = result.values ? { values: result.values } : {};
      const own = part.values ?? values;
      return { ...(await attempt(context, action, result, own, options)), ...part };
    };
    // oxlint-disable-next-line no-await-in-loop
    results.push(await context.busyState.run(result.target, perform));
  }
  return results;
}

/**
 * Rechecks results whose answer was lost, because a write that arrived late must not be repeated.
 */
export async function findOutAll(
  context: ActionContext,
  before: readonly Result[],
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const result of before) {
    // In the order in which they were performed.
    const part = result.values ? { values: result.values } : {};
    // oxlint-disable-next-line no-await-in-loop
    results.push({ ...(await attemptAgain(context, result)), ...part });
  }
  return results;
}
