import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SandboxContext } from './environment';

/** What is wrong, a list of sentences per field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request that is answered with an error: `{message}`, at 422 with `errors` by field too. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: ContentfulStatusCode;
  readonly errors: FieldErrors | undefined;

  constructor(status: ContentfulStatusCode, message: string, errors?: FieldErrors) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** Refuses what one field holds (reference §7: 422). */
export function invalidField(field: string, sentence: string): Refusal {
  return new Refusal(422, 'The given data was invalid.', { [field]: [sentence] });
}

/** The answer to a refused request. */
export function answerRefusal(context: SandboxContext, refusal: Refusal): Response {
  const { message, errors, status } = refusal;
  return context.json(errors ? { message, errors } : { message }, status);
}

/** Turns what a handler threw into an answer; anything but a refusal is a fault of the sandbox. */
export function createErrorHandler(
  report: (message: string) => void,
): (error: Error, context: SandboxContext) => Response {
  return (error, context) => {
    if (error instanceof Refusal) return answerRefusal(context, error);
    report(`The sandbox failed to answer a request: ${error.stack ?? error.message}`);
    return context.json({ message: 'Server error.' }, 500);
  };
}
