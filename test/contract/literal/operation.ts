import type { ObjectShape, Shape } from './shape';

/** A JSON value with placeholders such as `{serverId}`, each with a distinct value. */
export type Template = string | number | boolean | null | readonly Template[] | TemplateObject;

/** A JSON object with such placeholders. */
export interface TemplateObject {
  readonly [field: string]: Template;
}

/** One operation as stated in the reference or as observed: nothing is derived from our code. */
export interface Operation {
  /** Its source: "endpoint 2" for API §4, "observed" otherwise. */
  readonly entry: `endpoint ${number}` | 'observed';
  /** The name of the operation in the client's contract. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Starts at `/api`, with placeholders for ids. */
  readonly path: `/api/v${2 | 3}/${string}`;
  /** The fields of the request body; absent if none is sent. */
  readonly request?: ObjectShape;
  /** A request body that a service accepts. */
  readonly body?: TemplateObject;
  readonly response: Shape;
  /** Query parameters besides `page` and `perPage`, for a paged list. */
  readonly filters?: readonly string[];
}

/** The name of an operation in the titles of tests. */
export function titleOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The values for the placeholders of a template. */
export type Values = Readonly<Record<string, string | number>>;

/** A text with its placeholders filled: a path as sent. */
export function fillText(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(valueOf(name, values)));
}

/** A template with its placeholders filled; one that is a whole text becomes a value of its type. */
export function fill(template: Template, values: Values): unknown {
  if (typeof template === 'string') {
    const whole = /^\{(\w+)\}$/.exec(template)?.[1];
    return whole === undefined ? template : valueOf(whole, values);
  }
  if (Array.isArray(template)) return template.map((each: Template) => fill(each, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, each]) => [name, fill(each, values)]),
  );
}

function valueOf(name: string, values: Values): string | number {
  const value = values[name];
  if (value === undefined) throw new Error(`Nothing is known to put in the place of {${name}}.`);
  return value;
}
