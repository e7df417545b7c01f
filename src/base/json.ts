import { group } from './group';

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

/** Location of a value in a document: member names from the outside in. */
export type Path = readonly string[];

/** One changed value; an absent side means the member didn't exist. Arrays change as a whole. */
export interface Change {
  readonly path: Path;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

export function diff(before: JsonObject, after: JsonObject): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    diffValue([name], ownMember(before, name), ownMember(after, name)),
  );
}

/** Applies changes to an object. `apply(a, diff(a, b))` equals `b`. */
export function apply(object: JsonObject, changes: readonly Change[]): JsonObject {
  const result = new Map(Object.entries(object));
  for (const [name, inner] of group(changes, ({ path }) => path[0])) {
    if (name === undefined) continue;
    const whole = inner.find(({ path }) => path.length === 1);
    const member = result.get(name);
    const value = whole
      ? whole.after
      : apply(
          isJsonObject(member) ? member : {},
          inner.map((change) => ({ ...change, path: change.path.slice(1) })),
        );
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

export function changedMembers(changes: readonly Change[]): JsonObject {
  return apply(
    {},
    changes.filter(({ after }) => after !== undefined),
  );
}

interface Merge {
  /** Theirs with all of mine applied; mine wins if both changed the same value. */
  readonly merged: JsonObject;
  readonly conflicts: readonly Path[];
}

export function merge(base: JsonObject, mine: JsonObject, theirs: JsonObject): Merge {
  const myChanges = diff(base, mine);
  const theirChanges = diff(base, theirs);
  const conflicts = myChanges.filter((my) =>
    theirChanges.some((their) => overlaps(my.path, their.path) && !isSameChange(my, their)),
  );
  return { merged: apply(theirs, myChanges), conflicts: conflicts.map(({ path }) => path) };
}

/** Compares JSON values regardless of member order. */
export function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  return isJsonObject(a) && isJsonObject(b) && diff(a, b).length === 0;
}

export function memberAt(object: JsonObject, path: Path): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path) value = isJsonObject(value) ? ownMember(value, name) : undefined;
  return value;
}

export function overlaps(a: Path, b: Path): boolean {
  const shorter = Math.min(a.length, b.length);
  return a.slice(0, shorter).every((name, index) => name === b[index]);
}

function diffValue(
  path: Path,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Change[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    return diff(before, after).map((change) => ({ ...change, path: [...path, ...change.path] }));
  }
  return isEqual(before, after) ? [] : [{ path, before, after }];
}

function isSameChange(a: Change, b: Change): boolean {
  return a.path.length === b.path.length && isEqual(a.after, b.after);
}

function ownMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
