import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SandboxContext } from './environment';

/** Lists of error messages by field. */
type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request answered with an error: `{message}`, plus `errors` by field for 422. */
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

/** Refuses the value of a field (API §7: 422). */
export function invalidField(field: string, sentence: string): Refusal {
  return new Refusal(422, 'The given data was invalid.', { [field]: [sentence] });
}

/** The answer to a refused request. */
export function answerRefusal(context: SandboxContext, refusal: Refusal): Response {
  const { message, errors, status } = refusal;
  return context.json(errors ? { message, errors } : { message }, status);
}

/** Turns what a handler threw into an answer; anything but a refusal is a bug in the sandbox. */
export function createErrorHandler(
  report: (message: string) => void,
): (error: Error, context: SandboxContext) => Response {
  return (error, context) => {
    if (error instanceof Refusal) return answerRefusal(context, error);
    report(`The sandbox failed to answer a request: ${error.stack ?? error.message}`);
    return context.json({ message: 'Server error.' }, 500);
  };
}
