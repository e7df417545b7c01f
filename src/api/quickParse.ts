import * as z from 'zod/mini';
import { isObject } from '../base/json';

/** Marks a value that is left to the schema itself. */
const undecided = Symbol('undecided');

/** Returns what a schema makes of a JSON value, or `undecided`. */
type Reader = (value: unknown) => unknown;

/** A member that an object's schema knows. */
type Member = readonly [name: string, read: Reader];

const readers = new WeakMap<z.ZodMiniType, Reader | undefined>();

/**
 * The same as `schema.safeParse()`, for JSON. A schema allocates a result for each field and copies
 * the value, which for a list takes longer than parsing its JSON; this copies only what isn't in the
 * schema's order.
 */
export function parseQuickly<S extends z.ZodMiniType>(
  schema: S,
  json: unknown,
  params?: Parameters<S['safeParse']>[1],
): z.core.util.SafeParseResult<z.output<S>> {
  const data = readerOf(schema)?.(json);
  if (data === undecided || data === undefined) return schema.safeParse(json, params);
  return { success: true, data: data as z.output<S> };
}

function readerOf(schema: z.ZodMiniType): Reader | undefined {
  if (!readers.has(schema)) readers.set(schema, createReader(schema));
  return readers.get(schema);
}

/** The reader of a schema; undefined if it has parts of a less common type. */
function createReader(schema: z.ZodMiniType): Reader | undefined {
  if (schema.def.checks?.length) return undefined;
  if (schema instanceof z.ZodMiniNumberFormat) {
    return schema.def.format === 'safeint' ? keepIf(Number.isSafeInteger) : undefined;
  }
  // Formats of strings.
  if ('check' in schema.def) return undefined;
  if (schema instanceof z.ZodMiniString) return keepIf((value) => typeof value === 'string');
  if (schema instanceof z.ZodMiniBoolean) return keepIf((value) => typeof value === 'boolean');
  // In JSON, only a missing member is undefined.
  if (schema instanceof z.ZodMiniUnknown) return keepIf((value) => value !== undefined);
  if (schema instanceof z.ZodMiniNullable) return readUnless(null, schema);
  if (schema instanceof z.ZodMiniOptional) return readUnless(undefined, schema);
  if (schema instanceof z.ZodMiniArray) return arrayReader(schema);
  return schema instanceof z.ZodMiniObject ? objectReader(schema) : undefined;
}

function keepIf(test: (value: unknown) => boolean): Reader {
  return (value) => (test(value) ? value : undecided);
}

function readUnless(
  empty: null | undefined,
  { def }: z.ZodMiniNullable | z.ZodMiniOptional,
): Reader | undefined {
  const read = readerOf(def.innerType as z.ZodMiniType);
  return read && ((value) => (value === empty ? value : read(value)));
}

function arrayReader({ def }: z.ZodMiniArray): Reader | undefined {
  const read = readerOf(def.element as z.ZodMiniType);
  if (!read) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return undecided;
    if (value.every((item) => read(item) === item)) return value;
    const items = value.map(read);
    return items.includes(undecided) ? undecided : items;
  };
}

/** Only of a schema that keeps unknown members. */
function objectReader({ shape, def }: z.ZodMiniObject): Reader | undefined {
  if (!(def.catchall instanceof z.ZodMiniUnknown)) return undefined;
  const members: Member[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const read = readerOf(schema as z.ZodMiniType);
    if (!read) return undefined;
    members.push([name, read]);
  }
  return (value) => {
    if (!isObject(value)) return undecided;
    const names = Object.keys(value);
    let known = 0;
    // As schemas do, the copy drops this one, which would become the prototype.
    let isUnchanged = !Object.hasOwn(value, '__proto__');
    for (const [name, read] of members) {
      const given = value[name];
      const found = read(given);
      if (found === undecided) return undecided;
      if (given === undefined) continue;
      isUnchanged &&= found === given && names[known] === name;
      known += 1;
    }
    return isUnchanged ? value : copyInOrder(value, members);
  };
}

/** A copy that begins with the members that the schema knows. */
function copyInOrder(
  value: Readonly<Record<string, unknown>>,
  members: readonly Member[],
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, read] of members) {
    const given = value[name];
    if (given !== undefined) copy[name] = read(given);
  }
  for (const [name, given] of Object.entries(value)) {
    if (name !== '__proto__' && !Object.hasOwn(copy, name)) copy[name] = given;
  }
  return copy;
}
