import type { Values } from '../documents/creations/field';
import type { Resource, ResourceId } from '../resources/kinds/kind';
import type { ResourceReference, Target } from '../resources/reference';
import type { Job } from '../documents/writing/performWrite';
import type { Outcome } from '../documents/writing/outcome';
import type { SentDifference } from '../documents/writing/compareSent';

/** Progress of an action on one target. */
export type State =
  | { readonly type: 'notSent' }
  | {
      readonly type: 'done';
      /** The resource that was created, if it could be identified. */
      readonly created?: ResourceReference | undefined;
      /** Where the service gave it other values than were sent. */
      readonly kept?: readonly SentDifference[];
    }
  /** The same, except that nothing that can be read shows the result. */
  | { readonly type: 'accepted'; readonly created?: ResourceReference | undefined }
  /** It was refused, or a check showed that it wasn't done as meant. */
  | { readonly type: 'failed'; readonly error: unknown }
  /** The answer was lost or the person cancelled on the way, and a check was inconclusive. */
  | { readonly type: 'unknown'; readonly error: unknown };

/** Result of checking the service after an action. */
export interface ActionFound {
  readonly outcome: Outcome;
  /** Where the service has other values than were sent. */
  readonly kept?: readonly SentDifference[];
  /** The resource, if it was read. */
  readonly after: Resource | undefined;
  /** The resource that was created, if it could be identified. */
  readonly created?: ResourceReference | undefined;
  /** The ids in the collection before something was created in it, if known. */
  readonly known?: readonly ResourceId[] | undefined;
}

/** The result for one target, with the name that the person knows it by. */
export interface Result {
  readonly target: Target;
  readonly name: string;
  readonly state: State;
  /** Set if the answers are sent in parts. */
  readonly values?: Values;
  /** Set if its answer was lost. */
  readonly job?: Job<ActionFound>;
  /** The ids in the collection before, if it is unknown whether something was created in it. */
  readonly known?: readonly ResourceId[] | undefined;
  /** The result of later checks, if it is unknown because nobody waited for the answer. */
  readonly later?: Promise<ActionFound | undefined>;
}

/** Outcome of an action, for the caller of its command. */
export interface ActionOutcome {
  /**
   * `accepted`: the service reported success, and nothing that can be read shows the result.
   * `unknown`: the answer was lost, and reading the service didn't confirm the change.
   */
  readonly status: 'done' | 'accepted' | 'cancelled' | 'failed' | 'unknown';
  readonly done: readonly Target[];
  readonly accepted: readonly Target[];
  readonly failed: readonly Target[];
  readonly unknown: readonly Target[];
}

/** The results in a state. */
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

/** Combines the outcomes of several actions: done only if all are done. */
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
