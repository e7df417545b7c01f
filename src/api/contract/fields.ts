import * as z from 'zod';

/** The integer id of a resource (reference §2). */
export const id = z.int();

/** A date as v2 and most of v3 write it: `YYYY-MM-DD HH:MM:SS` (reference §1). */
export const timestamp = z.string();

/** A date as canvas and WAF answers write it: ISO 8601 with microseconds and `Z` (reference §1). */
export const isoTimestamp = z.string();

/**
 * A text for which some values are known and any other is allowed: the reference closes no list.
 * The known ones are offered while typing.
 */
export function openEnum(...examples: readonly string[]): z.ZodString {
  return z.string().meta({ examples });
}

/** A resource as the service answers it: unknown fields are kept (reference §2, last sentence). */
export const answered = z.looseObject;

/** A request body: known fields are typed, an unknown one is sent as the person wrote it. */
export const sent = z.looseObject;

/**
 * `{message}` (reference §4), `{}`, nothing at all, or what was written (observed): the write happened,
 * whatever is said of it, and the resource is to be read again.
 */
export const acknowledgement = answered({ message: z.string().nullish() });

/** `{message: string}` (reference §4: endpoints 1, 16 and 17). */
export const message = answered({ message: z.string() });
