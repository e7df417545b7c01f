import { isCredentialField, redactForms } from '../api/credentials';
import { isObject, type JsonObject, type JsonValue } from '../base/json';

/** Shown in documents in place of a credential; never sent. */
export const maskedCredential = '••••••••';

/** Members that describe what is inside a credential field. */
const describing = /^(id|name|label|title|type|kind|provider|username|user|.*_?(at|id))$/i;
/** Members that name the value beside them, as in lists of variables and headers. */
const naming = ['name', 'key', 'header', 'variable', 'field'] as const;
/** Members that hold a value that is named beside them. */
const valued = /^(value|content|data|default)$/i;

/** Masks every credential in a value, at any depth, by the names of fields. */
export function maskCredentials(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(maskCredentials);
  return isObject(value) ? maskMembers(value) : value;
}

/** Masks every credential in an object, at any depth, by the names of fields. */
export function maskMembers(object: JsonObject): JsonObject {
  const namedBy = naming.find((name) => typeof object[name] === 'string' && hasValue(object));
  const named = namedBy === undefined ? undefined : object[namedBy];
  const isSecretNamed = typeof named === 'string' && isCredentialField(named);
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (name === namedBy) return [name, value];
      const isSecret = isCredentialField(name) || (isSecretNamed && valued.test(name));
      return [name, isSecret ? maskWhole(value) : maskCredentials(value)];
    }),
  );
}

/** Masks what looks like a secret in every text of a value: keys, known tokens, URLs. */
export function maskForms(value: JsonValue): JsonValue {
  if (typeof value === 'string') return redactForms(value, maskedCredential);
  if (Array.isArray(value)) return value.map(maskForms);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskForms(each)]));
}

/** Whether a mask is in a value, which must not be sent then. */
export function hasMask(value: JsonValue | undefined): boolean {
  return value !== undefined && JSON.stringify(value).includes(maskedCredential);
}

function hasValue(object: JsonObject): boolean {
  return Object.keys(object).some((name) => valued.test(name));
}

/**
 * Masks a credential field's value: a string, a number (some passwords consist of digits), and those
 * at any depth of a list or an object, but not what describes them.
 */
function maskWhole(value: JsonValue): JsonValue {
  if (typeof value === 'number') return maskedCredential;
  if (typeof value === 'string') return value === '' ? '' : maskedCredential;
  if (Array.isArray(value)) return value.map(maskWhole);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      describing.test(name) && !isObject(each) ? each : maskWhole(each),
    ]),
  );
}
