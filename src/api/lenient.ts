import * as z from 'zod/mini';
import { isObject } from '../base/json';

/** `T` as a service may return it: any field but a resource's id may be absent or null. */
export type Lenient<T> = T extends readonly (infer Item)[]
  ? Lenient<Item>[]
  : T extends object
    ? { [Name in keyof T]: Name extends 'id' ? T[Name] : Member<T[Name]> }
    : T;

type Member<T> =
  | (T extends readonly (infer Item)[]
      ? Member<Item>[]
      : T extends object
        ? { [Name in keyof T]: Member<T[Name]> }
        : T)
  | null
  | undefined;

interface OddField {
  readonly path: readonly string[];
  readonly value: unknown;
}

const oddFields = Symbol('odd fields');

/** The fields of an answer that couldn't be read; copies of the answer keep them. */
export function oddFieldsOf(answer: object): readonly OddField[] {
  return (answer as { readonly [oddFields]?: readonly OddField[] })[oddFields] ?? [];
}

/** Merges a newer answer into a known resource; an answer with an id replaces it. */
export function mergeAnswer<T extends object>(known: T, answer: T): T {
  const merged: T & { [oddFields]?: unknown } = { ...known, ...answer };
  if ('id' in answer && !(oddFields in answer)) delete merged[oddFields];
  return merged;
}

/** Adds answers as members of another one, with their fields that couldn't be read. */
export function withMembers<T extends object>(
  answer: T,
  members: Readonly<Record<string, object>>,
): T {
  const odd = Object.entries(members).flatMap(([name, member]) =>
    oddFieldsOf(member).map(({ path, value }) => ({ path: [name, ...path], value })),
  );
  const all = [...oddFieldsOf(answer), ...odd];
  return { ...answer, ...members, ...(all.length > 0 ? { [oddFields]: all } : {}) };
}

/**
 * Reads an answer that deviates from its schema (API §13 rule 14): numbers as strings, strings as
 * numbers, 0 and 1 for booleans, an empty list for an empty map, a map with numeric keys for a
 * list. What can't be read is left out and noted. Undefined if the answer has a different shape
 * altogether or lacks its id.
 */
export function readLeniently<S extends z.ZodMiniType>(
  schema: S,
  json: unknown,
): Lenient<z.output<S>> | undefined {
  const odd: OddField[] = [];
  const isNothing = json === null || json === undefined || lacksEverything(schema, json);
  const value = isNothing ? notRead : read(schema, json, [], odd);
  if (value === notRead) return undefined;
  if (odd.length > 0 && isObject(value)) Object.assign(value, { [oddFields]: odd });
  return value as Lenient<z.output<S>>;
}

const notRead = Symbol('not read');

type FieldReader = (
  schema: z.ZodMiniType,
  value: unknown,
  path: readonly string[],
  odd: OddField[],
) => unknown;

/** Converts a value to its schema or returns `notRead`; adds unreadable nested fields to `odd`. */
const read: FieldReader = (schema, value, path, odd) => {
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    return read(schema.def.innerType as z.ZodMiniType, value, path, odd);
  }
  if (schema instanceof z.ZodMiniObject) return readObject(schema, value, path, odd);
  if (schema instanceof z.ZodMiniArray) return readList(schema, value, path);
  if (schema instanceof z.ZodMiniRecord) return readMap(schema, value, path, odd);
  if (schema instanceof z.ZodMiniUnion) {
    return firstRead(schema.def.options as readonly z.ZodMiniType[], value);
  }
  return readPlain(schema, value);
};

const readObject = (
  schema: z.ZodMiniObject,
  value: unknown,
  path: readonly string[],
  odd: OddField[],
): unknown => {
  if (!isObject(value)) return isEmptyList(value) ? readObject(schema, {}, path, odd) : notRead;
  const fields: Record<string, unknown> = { ...value };
  for (const [name, field] of Object.entries(schema.shape)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const at = [...path, name];
    const found = read(field as z.ZodMiniType, given, at, odd);
    const isMissing = found === notRead || found === undefined || found === null;
    if (path.length === 0 && name === 'id' && isMissing && !(field instanceof z.ZodMiniOptional))
      return notRead;
    if (found === notRead) {
      odd.push({ path: at, value: given });
      delete fields[name];
    } else if (found !== given) {
      fields[name] = found;
    }
  }
  return fields;
};

/** A list is read completely or not at all, because the meaning of one with gaps is unknown. */
const readList = (schema: z.ZodMiniArray, value: unknown, path: readonly string[]): unknown => {
  const items = isEmptyObject(value) ? [] : toList(value);
  if (!items) return notRead;
  const below: OddField[] = [];
  const element = schema.def.element as z.ZodMiniType;
  const found = items.map((item, index) =>
    item === null
      ? readPlain(element, item)
      : read(element, item, path.length === 0 ? [] : [...path, `${index}`], below),
  );
  return below.length > 0 || found.includes(notRead) ? notRead : found;
};

const readMap: FieldReader = (schema, value, path, odd) => {
  if (!isObject(value)) return isEmptyList(value) ? {} : notRead;
  const { valueType } = (schema as z.ZodMiniRecord).def;
  const found = Object.entries(value).flatMap(([name, given]) => {
    const member = read(valueType as z.ZodMiniType, given, [...path, name], odd);
    if (member !== notRead) return [[name, member] as const];
    odd.push({ path: [...path, name], value: given });
    return [];
  });
  // An answer without a single readable member is an envelope or a message, not the map.
  const isOther = path.length === 0 && !found.some(([, member]) => isObject(member));
  return isOther && !isEmptyObject(value) ? notRead : Object.fromEntries(found);
};

function firstRead(schemas: readonly z.ZodMiniType[], value: unknown): unknown {
  if (schemas.some((schema) => schema.safeParse(value).success)) return value;
  const below: OddField[] = [];
  const readings = schemas.map((schema) => read(schema, value, [], below));
  return below.length > 0 ? notRead : (readings.find((each) => each !== notRead) ?? notRead);
}

function readPlain(schema: z.ZodMiniType, value: unknown): unknown {
  const candidate =
    schema instanceof z.ZodMiniString
      ? numberToText(value)
      : schema instanceof z.ZodMiniNumber
        ? textToNumber(value)
        : schema instanceof z.ZodMiniBoolean
          ? toBoolean(value)
          : value;
  return schema.safeParse(candidate).success ? candidate : notRead;
}

function numberToText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

function textToNumber(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

function toBoolean(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : value;
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : value;
}

/** A list, or the members of a map with numeric keys; undefined if there are none. */
export function toList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || isEmptyObject(value)) return undefined;
  if (!Object.keys(value).every((name) => /^\d+$/.test(name))) return undefined;
  // Numeric keys are iterated in ascending order.
  return Object.values(value);
}

/** An answer without any of several fields isn't the resource: it may be an empty body. */
function lacksEverything(schema: z.ZodMiniType, value: unknown): boolean {
  if (!isEmptyObject(value)) return false;
  if (schema instanceof z.ZodMiniArray) return true;
  return schema instanceof z.ZodMiniObject && Object.keys(schema.shape).length > 1;
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
