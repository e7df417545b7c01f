import type { SandboxContext } from '../http/environment';
import { answerRefusal, Refusal } from '../http/refusal';
import { delay } from './delay';
import type { FaultBody, FaultSpec, FaultStatus } from './faultSpec';

const messages: Record<FaultStatus, string> = {
  401: 'Unauthenticated: the token or key is wrong or missing.',
  403: 'Forbidden.',
  404: 'The requested resource is unavailable.',
  422: 'The given data was invalid.',
  429: 'Too many requests. Try again later.',
  500: 'Server error.',
  502: 'Bad gateway.',
};

const page = `<!doctype html>
<html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>`;

const hugeBytes = 50 * 1024 * 1024;

/** A 50 MB JSON object, generated only as fast as it's read. */
function hugeBody(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const chunk = encoder.encode('x'.repeat(64 * 1024));
  let left = hugeBytes;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode('{"message":"')),
    pull(controller) {
      controller.enqueue(chunk);
      left -= chunk.length;
      if (left > 0) return;
      controller.enqueue(encoder.encode('"}'));
      controller.close();
    },
  });
}

/** How long the first half of a truncated body gets to be sent, in milliseconds. */
const flushMs = 10;

/** Half of a JSON object, after which the connection is closed. */
function truncatedBody(context: SandboxContext): ReadableStream<Uint8Array> {
  const { cut } = context.env;
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":[{"id":1,"na')),
    async pull(controller) {
      await delay(flushMs);
      if (cut) cut();
      else controller.error(new Error('The connection was closed in the middle of the body.'));
    },
  });
}

const json = { 'Content-Type': 'application/json' };

const answers: Record<FaultBody, (context: SandboxContext, status: FaultStatus | 200) => Response> =
  {
    html: (context, status) => context.html(page, status),
    empty: (context, status) => context.body(null, status),
    huge: (context, status) => context.body(hugeBody(), status, json),
    truncated: (context, status) =>
      context.body(truncatedBody(context), status, { ...json, 'Content-Length': '1000' }),
    reset: (context, status) => {
      context.env.reset?.();
      return context.body(null, status);
    },
    redirect: (context) => context.redirect('https://elsewhere.invalid/', 302),
  };

/** Answers a request with the fault. */
export function answerFault(context: SandboxContext, { status, body, after }: FaultSpec): Response {
  if (after !== undefined) context.header('Retry-After', String(after));
  if (body) return answers[body](context, status ?? 200);
  const code = status ?? 500;
  return answerRefusal(context, new Refusal(code, messages[code]));
}
