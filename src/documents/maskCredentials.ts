import { isCredentialField, secretForm } from '../api/credentials';
import { isObject, type JsonObject, type JsonValue, type Change, isEqual } from '../base/json';

/** Shown in documents in place of a credential; never sent. */
export const maskedCredential = '••••••••';

/** Members that describe what is inside a credential field. */
const describing = /^(id|name|label|title|type|kind|provider|username|user|.*_?(at|id))$/i;
const naming = ['name', 'key', 'header', 'variable', 'field'] as const;
/** Members that hold a value that is named beside them. */
const valued = /^(value|content|data|default)$/i;

export function maskCredentials(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(maskCredentials);
  return isObject(value) ? maskMembers(value) : value;
}

export function maskMembers(object: JsonObject): JsonObject {
  const hasValue = Object.keys(object).some((name) => valued.test(name));
  const namedBy = naming.find((name) => typeof object[name] === 'string' && hasValue);
  const named = namedBy === undefined ? undefined : object[namedBy];
  const isSecretNamed = typeof named === 'string' && isCredentialField(named);
  return mapMembers(object, (name, value) => {
    if (name === namedBy) return value;
    const isSecret = isCredentialField(name) || (isSecretNamed && valued.test(name));
    return isSecret ? maskWhole(value) : maskCredentials(value);
  });
}

/** Stands for a secret within a text: its number distinguishes it from others in the same text. */
const formMask = /••••\d+••••/;
const maskable = new RegExp(`${formMask.source}|${secretForm.source}`, 'gi');

/** Keys, tokens, passwords in URLs. Equal secrets of a text or a list have the same number. */
export function maskForms(value: JsonValue): JsonValue {
  return isObject(value)
    ? mapMembers(value, (_name, each) => maskForms(each))
    : maskLeaf(value, []);
}

export function maskEachText<Of>(value: Of): Of {
  return mapTexts(value as JsonValue, (text) => maskText(text, [])) as Of;
}

function maskLeaf(value: JsonValue, secrets: string[]): JsonValue {
  return mapTexts(value, (text) => maskText(text, secrets));
}

function maskText(text: string, secrets: string[]): string {
  return text.replaceAll(maskable, (secret) => {
    if (!secrets.includes(secret)) secrets.push(secret);
    return `••••${secrets.indexOf(secret) + 1}••••`;
  });
}

/** Contents before their secrets were masked; kept as long as these are. */
const unmasked = new WeakMap<JsonObject, JsonObject>();

/** Content with its secrets masked, which a save can restore. */
export function toMasked(live: JsonObject): JsonObject {
  const content = maskForms(live) as JsonObject;
  unmasked.set(content, live);
  return content;
}

/** Content as the service has it. */
export function liveOf(content: JsonObject): JsonObject {
  return unmasked.get(content) ?? content;
}

export function maskChange({ path, before, after }: Change): Change {
  return { path, before: before && maskForms(before), after: after && maskForms(after) };
}

/** Masks the secrets that the service has already, but none that was typed. */
export function maskKnown(value: JsonValue, live: JsonValue | undefined): JsonValue {
  if (isObject(value)) {
    const known = isObject(live) ? live : undefined;
    return mapMembers(value, (name, each) => maskKnown(each, ownMember(known, name)));
  }
  const secrets: string[] = [];
  if (live !== undefined) maskLeaf(live, secrets);
  return mapTexts(value, (text) =>
    text.replaceAll(maskable, (secret) => {
      const index = secrets.indexOf(secret);
      return index === -1 ? secret : `••••${index + 1}••••`;
    }),
  );
}

export function hasSecret(value: JsonValue | undefined): boolean {
  return value !== undefined && !isEqual(maskForms(value), value);
}

export function hasFormMask(value: unknown): boolean {
  return value !== undefined && formMask.test(JSON.stringify(value));
}

/** Only where the text started (`start`) from what the service has now (`shown`, masked). */
export function restoreSecrets(
  value: JsonObject,
  start: JsonObject,
  shown: JsonObject,
): JsonObject {
  return restore(value, start, shown, liveOf(shown)) as JsonObject;
}

function restore(
  value: JsonValue,
  start: JsonValue | undefined,
  shown: JsonValue | undefined,
  live: JsonValue | undefined,
): JsonValue {
  if (isObject(value)) {
    const [from, seen, real] = [start, shown, live].map((each) => (isObject(each) ? each : {}));
    return mapMembers(value, (name, each) =>
      restore(each, ownMember(from, name), ownMember(seen, name), ownMember(real, name)),
    );
  }
  if (live === undefined || !isEqual(start, shown) || !hasFormMask(value)) return value;
  const secrets: string[] = [];
  const places = placesOf(maskLeaf(live, secrets));
  return mapTexts(value, (text) =>
    text.replaceAll(eachFormMask, (mask, offset: number) => {
      const secret = secrets[Number(mask.slice(4, -4)) - 1];
      return secret !== undefined && places.has(placeOf(text, mask, offset)) ? secret : mask;
    }),
  );
}

const eachFormMask = new RegExp(formMask, 'g');

function placesOf(value: JsonValue): ReadonlySet<string> {
  const places = new Set<string>();
  mapTexts(value, (text) =>
    text.replaceAll(eachFormMask, (mask, offset: number) => {
      places.add(placeOf(text, mask, offset));
      return mask;
    }),
  );
  return places;
}

/** The word around it, such as a variable, and a URL's host: a secret mustn't go elsewhere. */
function placeOf(text: string, mask: string, offset: number): string {
  const [before = ''] = /[^\s"'`]*$/.exec(text.slice(0, offset)) ?? [];
  const [after = ''] = /^@[^\s/?#"'`]*/.exec(text.slice(offset + mask.length)) ?? [];
  return `${before}${mask}${after}`;
}

export function hasMask(value: JsonValue | undefined): boolean {
  return value !== undefined && JSON.stringify(value).includes(maskedCredential);
}

function mapTexts(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map));
  return isObject(value) ? mapMembers(value, (_name, each) => mapTexts(each, map)) : value;
}

function mapMembers(
  object: JsonObject,
  map: (name: string, value: JsonValue) => JsonValue,
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, each]) => [name, map(name, each)]));
}

function ownMember(object: JsonObject | undefined, name: string): JsonValue | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A string, a number, and those at any depth of a list or object, but not what describes them. */
function maskWhole(value: JsonValue): JsonValue {
  if (typeof value === 'number') return maskedCredential;
  if (typeof value === 'string') return value === '' ? '' : maskedCredential;
  if (Array.isArray(value)) return value.map(maskWhole);
  if (!isObject(value)) return value;
  return mapMembers(value, (name, member) =>
    describing.test(name) && !isObject(member) ? member : maskWhole(member),
  );
}
