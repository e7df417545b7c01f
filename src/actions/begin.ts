import type { Action, ActionContext } from './action';
import { type Answers, TooLongToReviewError } from './questions/answers';
import { askBefore, type Begun } from './questions/askBefore';
import type { Result } from './result';
import { nameWorkInFull } from './subject';
import { ApiError } from '../api/errors';
import type { Target } from '../resources/reference';

/**
 * Asks whether to start. If the question can't be prepared, shows the error and offers to retry.
 */
export async function begin(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  answers: Answers,
): Promise<Begun | 'cancelled' | 'failed'> {
  try {
    return (await askBefore(context, action, targets, answers)) ?? 'cancelled';
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'cancelled') return 'cancelled';
    if (error instanceof TooLongToReviewError) throw error;
    const named = await nameWorkInFull(context, action, targets);
    const results = targets
      .slice(0, 1)
      .map((target): Result => ({ target, name: named, state: { type: 'failed', error } }));
    return (await context.prompts.askToRetry({ title: named, results })) === 'again'
      ? begin(context, action, targets, answers)
      : 'failed';
  }
}
