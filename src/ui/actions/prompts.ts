import type { ActionContext } from './action';
import type { Field, Target, Values } from './field';
import type { Summary } from './summary';

/** A question that is answered by going on or not. */
export interface Confirmation {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
  /** The text to type before one may go on; none where a click is enough. */
  readonly typed: string | undefined;
}

/** A set of questions about one target. */
export interface Form {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly context: ActionContext;
  readonly target: Target;
  /** What is answered already. */
  readonly given: Values;
}

/** Work under way, as its progress is shown. */
export interface Work<T> {
  readonly title: string;
  readonly run: (signal: AbortSignal, report: (text: string) => void) => Promise<T>;
}

/** How actions talk with a person. "Cancelled" is a value, not an exception. */
export interface Prompts {
  /** Whether to go on. */
  confirm(confirmation: Confirmation): Promise<boolean>;
  /** The answers; nothing where the person gave up. */
  ask(form: Form): Promise<Values | undefined>;
  /** Shows progress where it takes long, with a way to cancel. */
  show<T>(work: Work<T>): Promise<T>;
  /** Says what became of each; answers whether to try what is not done. */
  askToRetry(summary: Summary): Promise<boolean>;
  /** Says in passing what was done. */
  tell(text: string): void;
}
