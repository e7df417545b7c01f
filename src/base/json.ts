export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/** True for an object with named members: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isObject(value);
}

export function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = object[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export function omit(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Services return null, but don't accept it. */
export function omitNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** A number, which may be written as text; undefined if it's neither. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) {
    return undefined;
  }
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A JSON text, or the object or list that it begins with if something else follows that isn't JSON:
 * a byte order mark, a comment, a warning of the program that wrote it. Undefined if there is none.
 */
export function parseLeadingJson(text: string): unknown {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const trimmed = text.trim();
  const end = findEnd(trimmed);
  const isAlone = end !== undefined && !/^\s*[{}[\],:"\d]/.test(trimmed.slice(end, end + 100));
  return isAlone ? parseJson(trimmed.slice(0, end)) : undefined;
}

/** True if a text begins with an object or list, and something follows it. */
export function hasMoreText(text: string): boolean {
  const trimmed = text.trim();
  const end = findEnd(trimmed);
  return end !== undefined && end < trimmed.length;
}

function findEnd(text: string): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if ('{['.includes(character)) depth += 1;
    else if (']}'.includes(character)) depth -= 1;
    if (depth === 0 && !isQuoted) return '{['.includes(text[0] ?? ' ') ? at + 1 : undefined;
  }
  return undefined;
}
