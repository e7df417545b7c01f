import type { OutcomeSoFar } from '../documents/writing/outcome';
import type { ResourceReference, Target } from '../resources/reference';

/** Progress of an action on one target. */
export type State =
  | { readonly type: Extract<OutcomeSoFar, 'notSent'> }
  | {
      readonly type: Extract<OutcomeSoFar, 'done' | 'accepted'>;
      readonly created?: ResourceReference | undefined;
    }
  | { readonly type: Extract<OutcomeSoFar, 'failed' | 'unknown'>; readonly error: unknown };

export interface Result {
  readonly target: Target;
  readonly name: string;
  readonly state: State;
}

export interface ActionOutcome {
  /** `accepted`: no read shows the result. `unknown`: answer lost, and a check inconclusive. */
  readonly status: 'done' | 'accepted' | 'cancelled' | 'failed' | 'unknown';
  readonly done: readonly Target[];
  readonly accepted: readonly Target[];
  readonly failed: readonly Target[];
  readonly unknown: readonly Target[];
}

export function inState(results: readonly Result[], type: State['type']): Result[] {
  return results.filter(({ state }) => state.type === type);
}

/** True if it's to be tried (again); if it may already be done, only if repeating is wanted. */
export function isLeft({ state }: Pick<Result, 'state'>, repeatsUnclear: boolean): boolean {
  if (state.type === 'unknown') return repeatsUnclear;
  return !isDone({ state });
}

export function isDone({ state }: Pick<Result, 'state'>): boolean {
  return state.type === 'done' || state.type === 'accepted';
}

export function joinOutcomes(outcomes: readonly ActionOutcome[]): ActionOutcome {
  const statuses = new Set(outcomes.map(({ status }) => status));
  const [worst = 'cancelled'] = (
    ['failed', 'unknown', 'cancelled', 'accepted', 'done'] as const
  ).filter((status) => statuses.has(status));
  return {
    status: worst,
    done: outcomes.flatMap(({ done }) => done),
    accepted: outcomes.flatMap(({ accepted }) => accepted),
    failed: outcomes.flatMap(({ failed }) => failed),
    unknown: outcomes.flatMap(({ unknown }) => unknown),
  };
}

/** The results in the form that the caller of the command gets: done only if all are. */
export function toActionOutcome(results: readonly Result[]): ActionOutcome {
  const targetsIn = (type: State['type']): Target[] =>
    inState(results, type).map(({ target }) => target);
  const [done, failed, unknown] = [targetsIn('done'), targetsIn('failed'), targetsIn('unknown')];
  const accepted = targetsIn('accepted');
  const asMeant = accepted.length > 0 ? 'accepted' : 'done';
  const rest = results.every(isDone) ? asMeant : 'cancelled';
  const status = failed.length > 0 ? 'failed' : unknown.length > 0 ? 'unknown' : rest;
  return { status, done, accepted, failed, unknown };
}
