// Zod's schemas for the contract, shared because they never change: creating one for each of a thousand
// fields took half of the contract's load time.
import * as z from 'zod/mini';

export { array, looseObject, number, omit, record, union } from 'zod/mini';
export type { infer } from 'zod/mini';

const onlyString = z.string();
const onlyBoolean = z.boolean();
const onlyInt = z.int();
const onlyUnknown = z.unknown();
const optionals = new WeakMap<z.ZodMiniType, z.ZodMiniType>();
const nullables = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

export const string = (): z.ZodMiniString => onlyString;

export const boolean = (): z.ZodMiniBoolean => onlyBoolean;

export const int = (): z.ZodMiniNumberFormat => onlyInt;

export const unknown = (): z.ZodMiniUnknown => onlyUnknown;

export function optional<S extends z.ZodMiniType>(schema: S): z.ZodMiniOptional<S> {
  return shared(optionals, schema, z.optional<S>);
}

export function nullable<S extends z.ZodMiniType>(schema: S): z.ZodMiniNullable<S> {
  return shared(nullables, schema, z.nullable<S>);
}

export function nullish<S extends z.ZodMiniType>(
  schema: S,
): z.ZodMiniOptional<z.ZodMiniNullable<S>> {
  return optional(nullable(schema));
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;

type Partial<Fields extends Shape> = {
  -readonly [Name in keyof Fields]: z.ZodMiniOptional<Fields[Name]>;
};

/** The same object, of which every field may be missing; unknown fields are kept. */
export function partial<Fields extends Shape>(
  schema: z.ZodMiniObject<Fields, z.core.$loose>,
): z.ZodMiniObject<Partial<Fields>, z.core.$loose> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, optional(field)]);
  return z.looseObject(Object.fromEntries(fields) as Partial<Fields>);
}

function shared<S extends z.ZodMiniType, T extends z.ZodMiniType>(
  known: WeakMap<z.ZodMiniType, z.ZodMiniType>,
  schema: S,
  make: (schema: S) => T,
): T {
  const made = (known.get(schema) as T | undefined) ?? make(schema);
  known.set(schema, made);
  return made;
}
