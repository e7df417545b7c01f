import * as fc from 'fast-check';
import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const anyUnknown = fc.jsonValue({ maxDepth: 1 });

/** Values that a schema accepts, with unknown fields in every object. */
export function fromSchema(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  return fromJsonSchema(z.toJSONSchema(schema));
}

function fromJsonSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fromEither));
  // The library writes `type` as a list if several types are allowed, contrary to its own declaration.
  const types: readonly unknown[] = [schema.type].flat();
  return fc.oneof(...types.map((type) => fromType(type, schema)));
}

function fromType(type: unknown, schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return fromObject(schema);
    case 'array':
      return fc.array(fromEither(schema.items), { maxLength: 3 });
    case 'string':
      return fc.string();
    case 'integer':
      return fc.maxSafeInteger();
    case 'number':
      return fc.double({ noDefaultInfinity: true, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anyUnknown;
  }
}

/** In JSON Schema, `true` stands for any value. */
function fromEither(schema: unknown): fc.Arbitrary<unknown> {
  return typeof schema === 'object' && schema !== null
    ? fromJsonSchema(schema as JsonSchema)
    : anyUnknown;
}

function fromObject(schema: JsonSchema): fc.Arbitrary<unknown> {
  const properties = schema.properties ?? {};
  const extra = schema.additionalProperties;
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, at]) => [name, fromEither(at)])),
    { requiredKeys: schema.required ?? [] },
  );
  // A field of that name is dropped on purpose: it would become the object's prototype.
  const isUnknown = (name: string): boolean =>
    name !== '__proto__' && !Object.hasOwn(properties, name);
  const unknown = fc.dictionary(fc.string().filter(isUnknown), fromEither(extra), { maxKeys: 3 });
  return fc.tuple(known, unknown).map(([a, b]) => ({ ...a, ...b }));
}
