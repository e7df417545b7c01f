import { type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import { DocumentError } from './documentError';
import { findInexact, toValue } from './exactJson';
import { findLosses } from './plan/losses';
import { oddFieldsOf } from '../api/lenient';
import { apply, diff } from '../base/patch';
import { isCredentialField } from '../api/credentials';
import { isObject, type JsonObject, type JsonValue } from '../base/json';
import type { Resource } from '../resources/kinds/kind';
import type { ResourceKind } from '../resources/kinds/kinds';

/** Shown in documents in place of a credential; never sent. */
export const maskedCredential = '••••••••';

/** A resource in its document's form, with credentials masked. */
export function toContent(kind: ResourceKind, resource: Resource): JsonObject {
  const shaped = kind.document?.toContent?.(resource) ?? (resource as JsonObject);
  // Fields that couldn't be read are shown as received.
  const odd = oddFieldsOf(resource).map(({ path, value }) => {
    return { path, before: undefined, after: value as JsonValue };
  });
  return maskMembers(apply(shaped, odd));
}

/** Formats content as document text. */
export function toText(content: JsonValue): string {
  const text = JSON.stringify(content, undefined, 2);
  // VS Code would open a dialog first, asking whether to remove them.
  return `${text.replaceAll('\u{2028}', String.raw`\u2028`).replaceAll('\u{2029}', String.raw`\u2029`)}\n`;
}

/**
 * Parses a document's text. Comments and trailing commas are accepted, because they are useful
 * while typing.
 * @throws DocumentError `syntax`, `notAnObject`, `duplicate` or `number`: the text is read exactly
 * or not at all.
 */
export function parseText(text: string): JsonObject {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    throw new DocumentError([
      {
        reason: 'syntax',
        path: [],
        offset: error.offset,
        detail: printParseErrorCode(error.error),
      },
    ]);
  }
  if (tree?.type !== 'object') {
    throw new DocumentError([{ reason: 'notAnObject', path: [], offset: 0 }]);
  }
  const problems = findInexact(tree, text);
  if (problems.length > 0) throw new DocumentError(problems);
  return toValue(tree) as JsonObject;
}

/** The content of a text; undefined if there is none or it isn't a valid document. */
export function tryParse(text: string | undefined): JsonObject | undefined {
  try {
    return text === undefined ? undefined : parseText(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses the text of a new resource.
 * @throws DocumentError if the text isn't exact, or characters in it were lost before.
 */
export function parseNewText(text: string): JsonObject {
  const content = parseText(text);
  const problems = diff({}, content).flatMap((change) => findLosses(change, {}));
  if (problems.length > 0) throw new DocumentError(problems);
  return content;
}

/** Whether a text contains comments or trailing commas, which a document doesn't keep. */
export function hasExtras(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return errors.length > 0;
}

function maskMembers(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      isCredentialField(name) ? maskTexts(value) : maskCredentials(value),
    ]),
  );
}

/**
 * Masks a credential field's value: a string, a number (some passwords consist of digits), a list of
 * these, or an object with more fields.
 */
function maskTexts(value: JsonValue): JsonValue {
  if (typeof value === 'number') return maskedCredential;
  if (typeof value === 'string') return value === '' ? '' : maskedCredential;
  return Array.isArray(value) ? value.map(maskTexts) : maskCredentials(value);
}

/** Masks every credential in a value, at any depth. */
export function maskCredentials(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(maskCredentials);
  return isObject(value) ? maskMembers(value) : value;
}
