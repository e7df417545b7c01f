import { type ForeignText, foreign } from '../base/foreignText';
import { isObject, parseLeadingJson } from '../base/json';
import type { FieldErrors } from './errors';
import { redactForms } from './credentials';
import type { HttpAnswer } from './http';

/** The service's explanation of a refusal, redacted. */
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
  const json = parseLeadingJson(answer.body);
  if (json === undefined) return isRefusal ? fromText(answer, safe) : {};
  if (typeof json === 'string') return isRefusal ? withMessage(json, safe) : {};
  if (Array.isArray(json)) return isRefusal ? withMessage(toSentence(json), safe) : {};
  return isObject(json) ? fromObject(json, isRefusal, safe) : {};
}

/** Whether something in between refused instead of the service, which shows in its HTML page. */
export function isBlockPage({ status, body }: HttpAnswer): boolean {
  return (status === 403 || status === 503) && isPage(body);
}

/** Whether a body is an HTML page; content types are unreliable: plain text may claim HTML. */
function isPage(body: string): boolean {
  return /^\s*<(!doctype|!--|html|head|body|title|center|h\d)\b/i.test(body.slice(0, 1_000));
}

function fromText({ body }: HttpAnswer, safe: (text: string) => string): ErrorBody {
  // A body that starts like JSON was cut off; one that starts like markup is for browsers.
  return /^\s*[<{["]/.test(body) ? {} : withMessage(body, safe);
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

/** A string, or the message in an object. */
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
