import { inState, type Result } from './result';
import type { Translate } from '../../shared/translate';

/** What became of each of an action's targets, not all of which are done. */
export interface Summary {
  readonly title: string;
  readonly results: readonly Result[];
}

/** Puts errors into words. */
type Describe = (error: unknown) => string;

/** How many are done and how many are not, and why the first of them failed. */
export function describeSummary(
  { title, results }: Summary,
  describe: Describe,
  t: Translate,
): string {
  const count = countStates(results, t);
  const [first] = results.filter(({ state }) => state.type === 'failed');
  const why = first?.state.type === 'failed' ? describe(first.state.error) : '';
  return first ? `${title}: ${count}. ${first.name}: ${why}` : `${title}: ${count}.`;
}

/** What became of each, a line for each, to be read at leisure. */
export function listResults({ title, results }: Summary, describe: Describe, t: Translate): string {
  const lines = results.map(({ name, state }) => {
    switch (state.type) {
      case 'done':
        return `${name}: ${t('done')}.`;
      case 'failed':
        return `${name}: ${t('failed')}. ${describe(state.error)}`;
      case 'stopped':
        return `${name}: ${t('stopped; whether it was done is not known')}.`;
      case 'untried':
        return `${name}: ${t('not tried')}.`;
    }
  });
  return [title, `${countStates(results, t)}.`, '', ...lines, ''].join('\n');
}

/** What the button is called that tries what is not done. */
export function nameRetry({ results }: Summary, t: Translate): string {
  if (results.length === 1) return t('Try Again');
  const left = results.length - inState(results, 'done').length;
  return inState(results, 'failed').length === left ? t('Retry Failed') : t('Try the Rest');
}

function countStates(results: readonly Result[], t: Translate): string {
  const count = (type: Result['state']['type']): number => inState(results, type).length;
  return [
    t('{0} of {1} done', count('done'), results.length),
    count('failed') > 0 ? t('{0} failed', count('failed')) : '',
    count('stopped') > 0 ? t('{0} stopped', count('stopped')) : '',
    count('untried') > 0 ? t('{0} not tried', count('untried')) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
