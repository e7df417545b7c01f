/** The types of fields, in the reference's words. */
export type FieldType =
  | 'integer'
  | 'integer or null'
  | 'number'
  | 'string'
  | 'string or null'
  | 'boolean'
  | 'boolean or null'
  /** `YYYY-MM-DD HH:MM:SS` (API §1). */
  | 'timestamp'
  /** ISO 8601 with microseconds and a trailing `Z` (API §1). */
  | 'ISO timestamp'
  /** An object without further details. */
  | 'object'
  /** An array without further details. */
  | 'array'
  | 'anything';

/** The shape of a JSON value: a type, an array of one shape, or an object with exactly these fields. */
export type Shape = FieldType | readonly [Shape] | ObjectShape;

/** An object with exactly these fields. */
export interface ObjectShape {
  readonly [field: string]: Shape;
}
