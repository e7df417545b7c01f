import type { ActionOutcome } from './action';
import type { Target } from './field';

/** How far an action came with one of its targets. */
export type State =
  | { readonly type: 'untried' }
  /** The service's own words where it had any; they are not to be trusted. */
  | { readonly type: 'done'; readonly message: string }
  | { readonly type: 'failed'; readonly error: unknown }
  /** Stopped by the person while the service was asked: nobody knows whether it was done. */
  | { readonly type: 'stopped' };

/** What became of one target, by the name that a person knows it by. */
export interface Result {
  readonly target: Target;
  readonly name: string;
  readonly state: State;
}

/** The results that came to a state. */
export function inState(results: readonly Result[], type: State['type']): Result[] {
  return results.filter(({ state }) => state.type === type);
}

/** What became of several actions as one: it is done where all of it is. */
export function joinOutcomes(outcomes: readonly ActionOutcome[]): ActionOutcome {
  const statuses = outcomes.map(({ status }) => status);
  const isDone = statuses.length > 0 && statuses.every((status) => status === 'done');
  return {
    status: statuses.includes('failed') ? 'failed' : isDone ? 'done' : 'cancelled',
    done: outcomes.flatMap(({ done }) => done),
    failed: outcomes.flatMap(({ failed }) => failed),
  };
}

/** The results as whoever ran the command is told: it is done where all of it is. */
export function toOutcome(results: readonly Result[]): ActionOutcome {
  const done = inState(results, 'done').map(({ target }) => target);
  const failed = inState(results, 'failed').map(({ target }) => target);
  const isDone = done.length === results.length;
  return { status: failed.length > 0 ? 'failed' : isDone ? 'done' : 'cancelled', done, failed };
}
