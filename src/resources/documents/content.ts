import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { DocumentError } from './documentError';
import { isCredentialField } from '../../api/credentials';
import { isObject, type JsonObject, type JsonValue } from '../../shared/json';
import type { Resource, ResourceKind } from '../kinds/kind';

/** Stands in documents where a credential is; it is never sent. */
export const maskedCredential = '••••••••';

/** A resource as its document shows it: in the document's shape, credentials masked. */
export function toContent(kind: ResourceKind, resource: Resource): JsonObject {
  const shaped = kind.document?.toContent?.(resource) ?? (resource as JsonObject);
  return maskMembers(shaped);
}

/** A content as text, the way documents are laid out. */
export function toText(content: JsonObject): string {
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/**
 * Reads a document's text. Comments and trailing commas are let pass: they are of use while typing.
 * @throws DocumentError `syntax` or `notAnObject`.
 */
export function parseText(text: string): JsonObject {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
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
  if (!isObject(value)) throw new DocumentError([{ reason: 'notAnObject', path: [], offset: 0 }]);
  return value as JsonObject;
}

/** Whether a text holds comments or trailing commas, which a document does not keep. */
export function hasExtras(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return errors.length > 0;
}

function maskMembers(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      isCredentialField(name) && typeof value === 'string' && value !== ''
        ? maskedCredential
        : maskCredentials(value),
    ]),
  );
}

/** A value with every credential in it masked, however deep. */
export function maskCredentials(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(maskCredentials);
  return isObject(value) ? maskMembers(value) : value;
}
