import type { Values } from '../base/questions';
import type { Action } from './action';
import type { Subject } from './subject';
import { maskCredentials, maskedCredential } from '../documents/maskCredentials';
import { isObject } from '../base/json';
import { markOddities } from '../base/oddText';
import { t } from '../base/l10n';
import { toKey, type ResourceReference } from '../resources/reference';
import type { Resource } from '../resources/kinds/kind';
import type { FieldContext } from '../documents/creations/field';

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

/** How long an answer counts as the state before a write, in milliseconds. */
const recentMs = 15_000;

interface Read {
  readonly at: number;
  readonly resource: Resource;
}

export class QuestionReads {
  readonly #context: FieldContext;
  readonly #now: () => number;
  readonly #reads = new Map<string, Read>();

  /** @param now a monotonic time, in milliseconds. */
  constructor(context: FieldContext, now: () => number = () => performance.now()) {
    this.#context = context;
    this.#now = now;
  }

  get context(): FieldContext {
    const { client, ...others } = this.#context;
    return {
      ...others,
      client: {
        read: (reference, options) => this.#read(reference, options),
        perform: (...given) => client.perform(...given),
        readAll: (...given) => client.readAll(...given),
      },
    };
  }

  /** A resource as a question read it, if that was only seconds ago. */
  recent(reference: ResourceReference): Resource | undefined {
    const read = this.#reads.get(toKey(reference));
    return read && this.#now() - read.at <= recentMs ? read.resource : undefined;
  }

  /** Forgets everything: a request was sent, which may have changed it. */
  clear(): void {
    this.#reads.clear();
  }

  async #read(
    ...[reference, options]: Parameters<FieldContext['client']['read']>
  ): Promise<Resource> {
    const key = toKey(reference);
    const known = this.#reads.get(key);
    if (known) return known.resource;
    const at = this.#now();
    const resource = await this.#context.client.read(reference, options);
    this.#reads.set(key, { at, resource });
    return resource;
  }
}
