import { isCredentialField } from '../api/credentials';
import { isObject, type JsonObject, type JsonValue } from '../base/json';

/** Shown in documents in place of a credential; never sent. */
export const maskedCredential = '••••••••';

/** Masks every credential in a value, at any depth. */
export function maskCredentials(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(maskCredentials);
  return isObject(value) ? maskMembers(value) : value;
}

/** Masks every credential in an object, at any depth. */
export function maskMembers(object: JsonObject): JsonObject {
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
