import * as z from 'zod/mini';

/** The integer id of a resource (API §2). */
export const id = z.int();

/** Date in v2 and most of v3: `YYYY-MM-DD HH:MM:SS` (API §1). */
export const timestamp = z.string();

/** Date in canvas and WAF answers: ISO 8601 with microseconds and `Z` (API §1). */
export const isoTimestamp = z.string();

/** Any other value is allowed, because the reference doesn't define a complete list. */
export function openEnum(...examples: readonly string[]): z.ZodMiniString {
  return z.string().check(z.meta({ examples }));
}

/** The known values of such a string, also if it may be missing; empty for any other schema. */
export function examplesOf(schema: z.ZodMiniType): readonly string[] {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    return examplesOf(schema.def.innerType as z.ZodMiniType);
  }
  const examples = z.globalRegistry.get(schema)?.['examples'];
  return Array.isArray(examples) ? examples.map(String) : [];
}

/** Schema of a response body; unknown fields are kept (API §2). */
export const answered = z.looseObject;

/** Schema of a request body; unknown fields are sent as the person wrote them. */
export const sent = z.looseObject;

/**
 * `{message}` (API §4), `{}`, an empty body, or what was written (observed): regardless of the
 * body, the write succeeded and the resource must be read again.
 */
export const acknowledgement = answered({ message: z.nullish(z.string()) });

/** `{message: string}` (API §4: endpoints 1, 16 and 17). */
export const message = answered({ message: z.string() });
