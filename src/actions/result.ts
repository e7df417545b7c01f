import { type OutcomeSoFar, nameOutcome } from '../documents/writing/outcome';
import type { ResourceReference, Target } from '../resources/reference';
import { toPlain, joinWords, type Words } from '../base/foreignText';
import { t, inLanguage } from '../base/l10n';
import { ApiError } from '../api/errors';
import type { Field } from '../documents/creations/fields';
import { cronFieldNames } from '../resources/cron/cronSchedule';

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

export function inState<Some extends Result>(
  results: readonly Some[],
  type: State['type'],
): Some[] {
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

/** Its status is the worst; without any outcome, it's cancelled. */
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

export const cancelledOutcome = joinOutcomes([]);

/** The results in the form that the caller of the command gets: done only if all are. */
export function toActionOutcome(results: readonly Result[]): ActionOutcome {
  return joinOutcomes(
    results.map(({ target, state: { type } }) =>
      type === 'notSent'
        ? cancelledOutcome
        : { ...cancelledOutcome, status: type, [type]: [target] },
    ),
  );
}

/** Results of an action, at least one of which isn't done. */
export interface Summary {
  readonly title: string;
  readonly results: readonly Result[];
  /** A sentence; defaults to the title. */
  readonly failure?: string | undefined;
  /** True if the person answered questions, which they can go back to. */
  readonly canChange?: boolean;
}

/** How to continue after a failure: with the same answers, or back to the questions. */
export type Retry = 'again' | 'change';

type Describe = (error: unknown) => string;

/** How many are done, how many aren't, and why the first one failed. */
export function describeSummary({ title, results }: Summary, describe: Describe): string {
  const count = countStates(results);
  const [first] = [...inState(results, 'failed'), ...inState(results, 'unknown')];
  const why = first && 'error' in first.state ? describe(first.state.error) : '';
  return first ? `${title}: ${count}. ${first.name}: ${why}` : `${title}: ${count}.`;
}

const maxSummaryLine = 1_000;

export function listResults({ title, results }: Summary, describe: Describe): string {
  const lines = results.map(({ name, state }) => {
    const why = 'error' in state ? ` ${describe(state.error)}` : '';
    return `${name}: ${nameOutcome(state.type)}.${why}`;
  });
  const head = [title, `${countStates(results)}.`, ''];
  return [...head, ...lines, ''].map((line) => toPlain(line, maxSummaryLine)).join('\n');
}

/** The ways to retry what isn't done; the same answers would only be rejected again. */
export function waysToRetry({ results, canChange }: Summary): readonly Retry[] {
  const failed = inState(results, 'failed');
  if (!canChange || inState(results, 'unknown').length > 0) return ['again'];
  const isHopeless = failed.every(({ state }) => 'error' in state && isInvalidRequest(state.error));
  return isHopeless && failed.length > 0 ? ['change'] : ['again', 'change'];
}

export function nameRetry({ results }: Summary, way: Retry): string {
  if (way === 'change') return t('Edit Answers…');
  if (results.length === 1) return t('Try Again');
  const left = results.filter((result) => !isDone(result)).length;
  return inState(results, 'failed').length === left ? t('Retry Failed') : t('Try the Rest');
}

function countStates(results: readonly Result[]): string {
  const count = (type: Result['state']['type']): number => inState(results, type).length;
  return [
    t('{0} of {1} done', count('done'), results.length),
    count('accepted') > 0 ? t('{0} accepted', count('accepted')) : '',
    count('failed') > 0 ? t('{0} failed', count('failed')) : '',
    count('unknown') > 0 ? t('{0} unknown', count('unknown')) : '',
    count('notSent') > 0 ? t('{0} not sent', count('notSent')) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function isInvalidRequest(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'invalid';
}

export function findRejectedAnswers(
  fields: readonly Field[],
  error: unknown,
): ReadonlyMap<Field, string> {
  const refused = new Map<Field, string>();
  if (!(error instanceof ApiError)) return refused;
  for (const [path, texts] of Object.entries(error.fieldErrors)) {
    const field = findField(fields, path);
    if (!field) continue;
    const said = toPlain(joinWords(texts.map((text) => inLanguage(text))));
    // A question about several members doesn't show which one is meant.
    const reason = memberNamesOf(field).length > 1 ? `${toPlain(path)}: ${said}` : said;
    refused.set(field, [refused.get(field) ?? '', reason].filter(Boolean).join(' '));
  }
  return refused;
}

export function inWordsOfQuestions(fields: readonly Field[], error: unknown): unknown {
  if (!(error instanceof ApiError) || Object.keys(error.fieldErrors).length === 0) return error;
  const fieldErrors: Record<string, readonly Words[]> = {};
  for (const [path, texts] of Object.entries(error.fieldErrors)) {
    const name = findQuestion(fields, path)?.prompt ?? path;
    fieldErrors[name] = [...(fieldErrors[name] ?? []), ...texts];
  }
  const { reason, operation, status, serviceMessage } = error;
  const details = { status, serviceMessage, fieldErrors };
  return new ApiError(reason, operation, 'rejected', details);
}

function findQuestion(fields: readonly Field[], path: string): Field | undefined {
  const field = findField(fields, path);
  return field?.type === 'settings' ? findField(field.fields, path) : field;
}

function findField(fields: readonly Field[], path: string): Field | undefined {
  const parts = path.split('.').map(simplify);
  return fields.find((each) => memberNamesOf(each).some((name) => parts.includes(name)));
}

function memberNamesOf(field: Field): readonly string[] {
  if (field.type === 'settings') return field.fields.map(({ name }) => simplify(name));
  if (field.type === 'schedule') return [field.name, ...cronFieldNames].map(simplify);
  return field.name === undefined ? [] : [simplify(field.name)];
}

/** Services spell the same member `userId` or `user_id`. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
