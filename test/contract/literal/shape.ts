/** The types of fields, in the words of the reference. */
export type FieldType =
  | 'integer'
  | 'integer or null'
  | 'number'
  | 'string'
  | 'string or null'
  | 'boolean'
  | 'boolean or null'
  /** `YYYY-MM-DD HH:MM:SS` (reference §1). */
  | 'timestamp'
  /** ISO 8601 with microseconds and a trailing `Z` (reference §1). */
  | 'ISO timestamp'
  /** An object of which nothing more is said. */
  | 'object'
  /** An array of which nothing more is said. */
  | 'array'
  | 'anything';

/** The shape of a JSON value: a type, an array of one shape, or an object with exactly these fields. */
export type Shape = FieldType | readonly [Shape] | ObjectShape;

/** An object with exactly these fields. */
export interface ObjectShape {
  readonly [field: string]: Shape;
}
