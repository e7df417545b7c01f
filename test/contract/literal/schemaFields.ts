import * as z from 'zod/mini';
import { isArrayShape } from './checkShape';
import type { Shape } from './shape';

/** The type of every field, however deep, by its path: `themes.data[].id` is an `integer`. */
export type FieldTypes = Readonly<Record<string, string>>;

/** The fields of a literal shape, in the types of JSON: a date is a string. */
export function fieldsOfShape(shape: Shape, at = ''): FieldTypes {
  if (typeof shape === 'string') {
    const isDate = shape === 'timestamp' || shape === 'ISO timestamp';
    return at === '' ? {} : { [at]: isDate ? 'string' : shape };
  }
  if (isArrayShape(shape)) return fieldsOfShape(shape[0], `${at}[]`);
  return Object.assign(
    {},
    ...Object.entries(shape).map(([name, field]) => fieldsOfShape(field, join(at, name))),
  ) as FieldTypes;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The fields of a schema of the contract. */
export function fieldsOfSchema(schema: z.ZodMiniType): FieldTypes {
  return fieldsOfJsonSchema(z.toJSONSchema(schema), '');
}

function fieldsOfJsonSchema(schema: JsonSchema, at: string): FieldTypes {
  const { properties, additionalProperties: others } = schema;
  if (schema.type === 'array' && isSpecific(schema.items)) {
    return fieldsOfJsonSchema(schema.items, `${at}[]`);
  }
  const fields = { ...properties, ...(isSpecific(others) ? { '*': others } : {}) };
  if (schema.type === 'object' && Object.keys(fields).length > 0) {
    return Object.assign(
      {},
      ...Object.entries(fields).map(([name, field]) => fieldsOfJsonSchema(field, join(at, name))),
    ) as FieldTypes;
  }
  return at === '' ? {} : { [at]: typeOf(schema) };
}

function typeOf(schema: JsonSchema): string {
  const alternatives = schema.anyOf?.map(typeOf);
  const types = alternatives ?? [schema.type ?? 'anything'].flat();
  return types.join(' or ');
}

/** Whether a schema restricts its values. */
function isSpecific(schema: unknown): schema is JsonSchema {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length > 0;
}

function join(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}
