import type { Confirmation, MessageAction, Values, Work } from '../../base/questions';
import type { Form } from '../../documents/creations/field';
import type { Retry, Summary } from './summary';

/** How actions interact with the person. Cancelling is a value, not an exception. */
export interface Prompts {
  confirm(confirmation: Confirmation): Promise<boolean>;
  ask(form: Form): Promise<Values | undefined>;
  show<T>(work: Work<T>): Promise<T>;
  askToRetry(summary: Summary): Promise<Retry | undefined>;
  tell(text: string, next?: MessageAction): void;
  warn(text: string): void;
}
