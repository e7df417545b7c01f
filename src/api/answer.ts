import type * as z from 'zod/mini';
import { en } from 'zod/v4/locales';
import type { Source } from './contract/endpoint';
import { redact, redactForms, redactorOf } from './credentials';
import { ApiError, type ApiErrorReason, type FieldErrors, type Operation } from './errors';
import type { HttpAnswer } from './http';
import { type Lenient, readLeniently, toList } from './lenient';
import { largestPage } from './paging';
import { foreign, type ForeignText } from '../base/foreignText';
import { isObject, parseJson } from '../base/json';
import { parseTree } from 'jsonc-parser';

export interface AnswerContext {
  readonly operation: Operation;
  readonly source: Source;
  /** Values that must not appear in anything derived from the answer. */
  readonly secrets: readonly string[];
  /** When the answer arrived, in milliseconds since the epoch. */
  readonly now: number;
  readonly status: number;
}

/** An empty body counts as `{}` for a write (API §13 rule 3). @throws ApiError (API §7). */
export function parseAnswer(answer: HttpAnswer, context: AnswerContext): unknown {
  const { status } = answer;
  if (status >= 200 && status < 300) return parseBody(answer, context);
  if (status >= 300 && status < 400) throw redirected(answer, context);
  throw toStatusError(answer, context);
}

/**
 * Fields that deviate are converted if possible, otherwise left out and noted.
 * @throws ApiError `contract` if the answer has a different shape altogether.
 */
export function checkAnswer<S extends z.ZodMiniType>(
  schema: S,
  json: unknown,
  context: AnswerContext,
): Lenient<z.output<S>> {
  const answer = withoutEnvelope(json);
  const checked = schema.safeParse(answer, inEnglish);
  if (checked.success) return checked.data as Lenient<z.output<S>>;
  const read = readLeniently(schema, answer);
  if (read === undefined) throw otherShape(checked.error.issues, context);
  return read;
}

/**
 * The items of a list, and the number of entries left out because they have no id.
 * @throws ApiError `contract` if the answer isn't a list or no item can be read.
 */
export function checkItems<S extends z.ZodMiniType>(
  schema: S,
  given: unknown,
  context: AnswerContext,
) {
  const list = toList(given);
  if (!list) throw otherShape([{ path: [], message: 'expected a list' }], context);
  const items: Lenient<z.output<S>>[] = [];
  const issues: Issue[] = [];
  let unreadable = 0;
  for (const [index, item] of list.entries()) {
    const checked = schema.safeParse(item, inEnglish);
    const read = checked.success ? checked.data : readLeniently(schema, item);
    if (read !== undefined) items.push(read as Lenient<z.output<S>>);
    else if (!checked.success) {
      unreadable += 1;
      if (issues.length < mostIssues) issues.push(...issuesAt(index, checked.error.issues));
    }
    // A page that starts like this isn't from this API.
    if (items.length === 0 && unreadable >= largestPage) break;
  }
  if (items.length === 0 && unreadable > 0) throw otherShape(issues, context);
  return { items, unreadable };
}

/** Unwraps `{data: …}`; an object with an id is a resource, not an envelope. */
function withoutEnvelope(json: unknown): unknown {
  if (!isObject(json) || 'id' in json) return json;
  const { data } = json;
  return isObject(data) || Array.isArray(data) ? data : json;
}

const mostIssues = 3;

/** The library's small entry has no messages of its own. */
const inEnglish = { error: en().localeError };

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { readonly code?: string | undefined };

function issuesAt(index: number, issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: [index, ...issue.path] }));
}

function otherShape(all: readonly Issue[], context: AnswerContext): ApiError {
  const issues = all.slice(0, mostIssues);
  const paths = issues.map(({ path }) => path.map(String).join('.'));
  const fields = issues.map(({ message }, index) => `${paths[index] || 'the answer'}: ${message}`);
  const text = redact(fields.join('; '), context.secrets);
  return unusable(context, `the answer has another shape than this API's (${text})`, {
    type: issues.every(isLargeId) ? 'largeId' : 'shape',
    fields: paths.map((path) => foreign(redact(path, context.secrets))),
  });
}

function unusable(
  { operation, status }: AnswerContext,
  text: string,
  flaw: ApiError['flaw'],
): ApiError {
  return new ApiError('contract', operation, text, { status, flaw });
}

/** An id beyond 2^53 was rounded when it was parsed: it would be that of another resource. */
function isLargeId({ code, path }: Issue): boolean {
  return path.at(-1) === 'id' && (code === 'too_big' || code === 'too_small');
}

export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  if (/^\d{1,9}$/.test(text)) return now + Number(text) * 1_000;
  // `Date.parse` accepts almost anything; a date in a header starts with the weekday.
  const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date, now);
}

function parseBody(answer: HttpAnswer, context: AnswerContext): unknown {
  if (answer.body.trim() === '') return readEmpty(context);
  const { json, hasMore } = parseLeadingJson(answer.body);
  if (json !== undefined) return json;
  const type = looksLikeHtml(answer) ? 'webPage' : hasMore ? 'moreText' : 'notJson';
  throw unusable(context, notRead[type], { type });
}

/**
 * A JSON text, or the object or list that it begins with if something else follows that isn't JSON:
 * a byte order mark, a comment, a warning of the program that wrote it.
 */
function parseLeadingJson(body: string): { readonly json: unknown; readonly hasMore?: boolean } {
  const whole = parseJson(body);
  if (whole !== undefined) return { json: whole };
  const text = body.trim();
  const end = /^[{[]/.test(text) ? (parseTree(text)?.length ?? 0) : 0;
  const isAlone = end > 0 && !/^\s*[{}[\],:"\d]/.test(text.slice(end, end + 100));
  const json = isAlone ? parseJson(text.slice(0, end)) : undefined;
  return { json, hasMore: end > 0 && end < text.length };
}

const notRead = {
  webPage: 'the answer is a web page, not JSON',
  moreText: 'more follows the JSON of the answer',
  notJson: 'the answer is not JSON, or was cut off',
} as const;

/** Some writes return nothing; a read without an answer says nothing about the resource. */
function readEmpty(context: AnswerContext): unknown {
  if (context.operation.method !== 'GET') return {};
  throw unusable(context, 'the answer is empty', { type: 'empty' });
}

function redirected(answer: HttpAnswer, context: AnswerContext): ApiError {
  const target = answer.headers.get('location') ?? '';
  const host = URL.canParse(target)
    ? foreign(redact(new URL(target).host, context.secrets))
    : undefined;
  const text = `the service redirects to ${String(host ?? 'another page')}, which is not followed with credentials`;
  return unusable({ ...context, status: answer.status }, text, { type: 'redirect', host });
}

function toStatusError(answer: HttpAnswer, context: AnswerContext): ApiError {
  const body = readErrorBody(answer, redactorOf(context.secrets));
  const reason = isBlockPage(answer) ? 'blocked' : toReason(answer.status, context.source);
  return new ApiError(
    reason,
    context.operation,
    `${answer.status} ${reason}${body.message ? `: ${String(body.message)}` : ''}`,
    {
      status: answer.status,
      serviceMessage: body.message,
      fieldErrors: body.fieldErrors,
      retryAt: readRetryAfter(answer.headers, context.now),
    },
  );
}

/** API §7. An operation that was only observed may be missing from a service. */
function toReason(status: number, source: Source): ApiErrorReason {
  if (status === 405 || status === 501) return 'unsupported';
  if (status === 404) return source === 'documented' ? 'notFound' : 'unsupported';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  // A proxy that gave up waiting may already have passed the request on.
  if (status === 408) return 'timeout';
  if (status === 429) return 'rateLimited';
  if (status >= 500) return 'server';
  return status >= 400 ? 'invalid' : 'contract';
}

function looksLikeHtml(answer: HttpAnswer): boolean {
  return (
    answer.headers.get('content-type')?.includes('html') === true ||
    answer.body.trimStart().startsWith('<')
  );
}

interface ErrorBody {
  readonly message?: ForeignText;
  readonly fieldErrors?: FieldErrors;
}

const maxMessageLength = 1_000;
/** No one reads more; a broken service may send a million. */
const mostFields = 100;
const mostTexts = 10;

/**
 * Reads the explanation of a refusal. `message` is the only documented key (API §7), `errors` by
 * field is likely with 422; services also send `{error}`, a list of errors, top-level fields, a
 * JSON string or plain text.
 */
export function readErrorBody(answer: HttpAnswer, redact: (text: string) => string): ErrorBody {
  const safe = (text: string): string => redactForms(redact(text)).slice(0, maxMessageLength);
  const isRefusal = answer.status >= 400 && answer.status < 500;
  const { json } = parseLeadingJson(answer.body);
  if (isObject(json)) return fromObject(json, isRefusal, safe);
  if (!isRefusal) return {};
  if (typeof json === 'string') return withMessage(json, safe);
  if (Array.isArray(json)) return withMessage(toSentence(json), safe);
  // A body that starts like JSON was cut off; one that starts like markup is for browsers.
  const isText = json === undefined && !/^\s*[<{["]/.test(answer.body);
  return isText ? withMessage(answer.body, safe) : {};
}

/** True for the HTML page of something in between that refused instead of the service. */
function isBlockPage({ status, body }: HttpAnswer): boolean {
  if (status !== 403 && status !== 503) return false;
  // Content types are unreliable: plain text may claim HTML.
  return /^\s*<(!doctype|!--|html|head|body|title|center|h\d)\b/i.test(body.slice(0, 1_000));
}

function fromObject(
  json: Readonly<Record<string, unknown>>,
  isRefusal: boolean,
  safe: (text: string) => string,
): ErrorBody {
  const { message, error, errors } = json;
  const said = toWords(message) || toWords(error);
  if (isObject(errors)) {
    return { ...withMessage(said, safe), fieldErrors: toTexts(Object.entries(errors), safe) };
  }
  if (Array.isArray(errors)) {
    return withMessage([said, toSentence(errors)].filter(Boolean).join(' '), safe);
  }
  if (said !== '') return withMessage(said, safe);
  const fields = isRefusal ? Object.entries(json).filter(([, texts]) => isTexts(texts)) : [];
  return fields.length === 0 ? {} : { fieldErrors: toTexts(fields, safe) };
}

function toWords(value: unknown): string {
  const text = isObject(value) ? value['message'] : value;
  return typeof text === 'string' ? text.trim() : '';
}

function toSentence(errors: readonly unknown[]): string {
  return errors.slice(0, mostTexts).map(toWords).filter(Boolean).join(' ');
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && typeof value[0] === 'string';
}

function toTexts(
  errors: readonly (readonly [string, unknown])[],
  safe: (text: string) => string,
): FieldErrors {
  return Object.fromEntries(
    errors
      .slice(0, mostFields)
      .map(([field, texts]) => [safe(field), textList(texts).map((text) => foreign(safe(text)))]),
  );
}

function textList(texts: unknown): string[] {
  return (Array.isArray(texts) ? texts.slice(0, mostTexts) : [texts]).filter(
    (text) => typeof text === 'string',
  );
}

function withMessage(text: string, safe: (text: string) => string): ErrorBody {
  const message = safe(text.trim());
  return message === '' ? {} : { message: foreign(message) };
}
