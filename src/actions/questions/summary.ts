import { isInvalidRequest } from './refused';
import { nameOutcome } from '../../documents/writing/outcome';
import { inState, isDone, type Result } from '../result';
import { toPlain } from '../../base/foreignText';
import { t } from '../../base/l10n';

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
