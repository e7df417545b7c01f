import type { Field, FieldContext, Values } from '../../documents/creations/field';
import type { JsonValue } from '../../base/json';
import type { Target } from '../../resources/reference';
import type { Confirmation, Work } from '../../documents/writing/guard';
import type { Retry, Summary } from './summary';

/** A set of questions about one target. */
export interface Form {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly context: FieldContext;
  readonly target: Target;
  /** Answers that are already given. */
  readonly given: Values;
  /** Lets the form be shown again as the person left it. */
  readonly savedAnswers: Map<Field, SavedAnswer>;
  /** Why the service rejected answers: the first of these questions is shown first. */
  readonly refused?: ReadonlyMap<Field, string>;
}

export interface SavedAnswer {
  /** The answer, if there was one. */
  readonly answer?: JsonValue | undefined;
  /** Typed since, but not submitted. */
  readonly typed?: string | undefined;
}

/** How actions interact with the person. Cancelling is a value, not an exception. */
export interface Prompts {
  /** Asks whether to continue. */
  confirm(confirmation: Confirmation): Promise<boolean>;
  /** Asks for the answers; undefined if the person cancelled. */
  ask(form: Form): Promise<Values | undefined>;
  /** Shows cancellable progress if it takes long. */
  show<T>(work: Work<T>): Promise<T>;
  /** Shows the results and asks whether and how to retry what isn't done. */
  askToRetry(summary: Summary): Promise<Retry | undefined>;
  /** Shows a passing confirmation. */
  tell(text: string): void;
  /** Shows something that needs attention. */
  warn(text: string): void;
}
