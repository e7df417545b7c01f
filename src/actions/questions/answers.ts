import type { Values } from '../../base/questions';
import type { Action } from '../action';
import type { Subject } from '../subject';
import type { QuestionReads } from './questionReads';
import { maskCredentials, maskedCredential } from '../../documents/maskCredentials';
import { isObject } from '../../base/json';
import { markOddities } from '../../base/oddText';
import { t } from '../../base/l10n';

/** A command can't be carried out as it was called. The message is for the person. */
export class UnsuitableError extends Error {
  override readonly name: string = 'UnsuitableError';
}

export interface Answers {
  readonly values: Values;
  /** Answers passed by the caller of the command: another extension, or a key binding. */
  readonly passed: Values;
  readonly isAsked: boolean;
  readonly reads: QuestionReads;
}

/** The passed values are too long to show in full, so no one can confirm them. */
export class TooLongToReviewError extends UnsuitableError {
  override readonly name = 'TooLongToReviewError';
}

/** Most characters of passed values to show in a question; more can't be judged at a glance. */
const longestPassed = 2_000;

/** Anyone can run a command: only answers to our own questions count as the person's intent. */
export function needsQuestion(
  { changesAccess = false, interrupts = false }: Action,
  subjects: readonly Subject[],
  { passed, isAsked }: Pick<Answers, 'passed' | 'isAsked'>,
): boolean {
  const isPersons = isAsked && Object.keys(passed).length === 0;
  if (changesAccess && !isPersons) return true;
  if (isPersons && !interrupts && !changesAccess) return false;
  return subjects.some(({ account }) => account.isProduction);
}

/** One line per value, credentials masked. @throws TooLongToReviewError if there are too many. */
export function describePassed(action: Action, passed: Values): string[] {
  const secrets = (action.fields?.() ?? []).flatMap((field) =>
    field.type === 'secret' ? [field.name] : [],
  );
  const lines = Object.entries(maskCredentials(passed) as Values).map(([name, value]) => {
    const shown = secrets.includes(name) ? maskedCredential : value;
    return `${JSON.stringify(name)}: ${JSON.stringify(shown)}`;
  });
  if (lines.length === 0) return [];
  if (lines.join('\n').length > longestPassed) {
    throw new TooLongToReviewError(
      t('Another extension or a key binding passed values that are too long to review.'),
    );
  }
  return [
    t('Another extension or a key binding passed these values:'),
    ...lines.map((line) => markOddities(line)),
  ];
}

/** So that the caller can't change what was shown. @throws TypeError if it isn't JSON. */
export function copyValues(values: unknown): Values {
  const copy: unknown = JSON.parse(JSON.stringify(values) ?? '{}');
  return isObject(copy) ? (copy as Values) : {};
}
