import type * as z from 'zod';
import type { Source } from './contract/endpoint';
import { redact } from './credentials';
import { ApiError, type ApiErrorReason, type FieldErrors, type Operation } from './errors';
import type { HttpAnswer } from './http';
import { isObject } from '../shared/json';

/** What is known about the call that an answer belongs to. */
export interface AnswerContext {
  readonly operation: Operation;
  readonly source: Source;
  /** Values that must not appear in anything derived from the answer. */
  readonly secrets: readonly string[];
  /** When the answer came, in milliseconds since the epoch. */
  readonly now: number;
}

const longestMessage = 1_000;

/**
 * The JSON of a successful answer; an empty body counts as `{}`, which some writes send.
 * @throws ApiError for every other answer, by its status (reference §7).
 */
export function readAnswer(answer: HttpAnswer, context: AnswerContext): unknown {
  const { status } = answer;
  if (status >= 200 && status < 300) return parseBody(answer, context);
  if (status >= 300 && status < 400) throw redirected(answer, context);
  throw toStatusError(answer, context);
}

/**
 * Checks an answer against its endpoint's schema.
 * @throws ApiError `contract` naming the first fields that differ.
 */
export function checkAnswer<S extends z.ZodType>(
  schema: S,
  json: unknown,
  context: AnswerContext,
): z.output<S> {
  const checked = schema.safeParse(json);
  if (checked.success) return checked.data;
  const issues = checked.error.issues.slice(0, 3);
  const paths = issues.map(({ path }) => path.map(String).join('.'));
  const fields = issues.map(({ message }, index) => `${paths[index] || 'the answer'}: ${message}`);
  throw new ApiError(
    'contract',
    context.operation,
    `the answer has another shape than this API's (${redact(fields.join('; '), context.secrets)})`,
    { flaw: { type: 'shape', fields: paths.map((path) => redact(path, context.secrets)) } },
  );
}

/** When a refused call may be repeated: `Retry-After` as seconds or as a date, else unknown. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  if (/^\d{1,9}$/.test(text)) return now + Number(text) * 1_000;
  // `Date.parse` takes almost anything for a date; one in a header begins with the day's name.
  const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date, now);
}

function parseBody(answer: HttpAnswer, context: AnswerContext): unknown {
  if (answer.body.trim() === '') return {};
  try {
    return JSON.parse(answer.body) as unknown;
  } catch {
    const isPage = looksLikeHtml(answer);
    throw new ApiError(
      'contract',
      context.operation,
      isPage ? 'the answer is a web page, not JSON' : 'the answer is not JSON, or was cut off',
      { status: answer.status, flaw: { type: isPage ? 'webPage' : 'notJson' } },
    );
  }
}

function redirected(answer: HttpAnswer, context: AnswerContext): ApiError {
  const target = answer.headers.get('location') ?? '';
  const host = URL.canParse(target) ? redact(new URL(target).host, context.secrets) : undefined;
  return new ApiError(
    'contract',
    context.operation,
    `the service redirects to ${host ?? 'another page'}, which is not followed with credentials`,
    { status: answer.status, flaw: { type: 'redirect', host } },
  );
}

function toStatusError(answer: HttpAnswer, context: AnswerContext): ApiError {
  const body = readErrorBody(answer, context);
  const reason = toReason(answer.status, context.source);
  return new ApiError(
    reason,
    context.operation,
    `${answer.status} ${reason}${body.message ? `: ${body.message}` : ''}`,
    {
      status: answer.status,
      serviceMessage: body.message,
      fieldErrors: body.fieldErrors,
      retryAt: readRetryAfter(answer.headers, context.now),
    },
  );
}

/** Reference §7. An operation that was merely observed may be missing from a service. */
function toReason(status: number, source: Source): ApiErrorReason {
  if (status === 405 || status === 501) return 'unsupported';
  if (status === 404) return source === 'observed' ? 'unsupported' : 'notFound';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rateLimited';
  if (status >= 500) return 'server';
  return status >= 400 ? 'invalid' : 'contract';
}

/** `message` is the one documented key (reference §7); `errors` by field is likely at 422. */
function readErrorBody(
  answer: HttpAnswer,
  { secrets }: AnswerContext,
): { message?: string; fieldErrors?: FieldErrors } {
  let json: unknown;
  try {
    json = JSON.parse(answer.body);
  } catch {
    return {};
  }
  if (!isObject(json)) return {};
  const safe = (text: string): string => redact(text, secrets).slice(0, longestMessage);
  const { message, errors } = json;
  return {
    ...(typeof message === 'string' && message !== '' ? { message: safe(message) } : {}),
    ...(isObject(errors) ? { fieldErrors: toTexts(errors, safe) } : {}),
  };
}

function toTexts(errors: Record<string, unknown>, safe: (text: string) => string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [
      safe(field),
      (Array.isArray(texts) ? texts : [texts]).filter((text) => typeof text === 'string').map(safe),
    ]),
  );
}

function looksLikeHtml(answer: HttpAnswer): boolean {
  return (
    answer.headers.get('content-type')?.includes('html') === true ||
    answer.body.trimStart().startsWith('<')
  );
}
