import type * as z from 'zod';

/** The two API versions, served side by side (reference §9). */
export type ApiVersion = 'v2' | 'v3';

/** Whether the reference promises an operation, or it was merely seen on services of this family. */
export type Source = 'documented' | 'observed';

/** The HTTP methods that the service is called with (reference §4). */
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The names between braces in a path template: `/servers/{serverId}` has `serverId`. */
export type PathVariable<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathVariable<Rest>
  : never;

/** One operation of the service: everything the client must know to perform it. */
export interface Endpoint<
  Path extends string = string,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly id: string;
  readonly method: Method;
  /** Path template below `/api/{version}`. */
  readonly path: Path;
  /** The versions that offer the operation, the preferred one first (reference §9). */
  readonly versions: Readonly<Partial<Record<ApiVersion, Source>>>;
  /** Shape of the request body; absent where none is sent. */
  readonly body?: Body;
  /** Shape of the answer; of one item where the operation is a list. */
  readonly answer: Answer;
}

/** An operation that answers a list and takes `page` and `perPage` (reference §4 rule 1). */
export interface ListEndpoint<
  Path extends string = string,
  Answer extends z.ZodType = z.ZodType,
> extends Endpoint<Path, undefined, Answer> {
  readonly list: true;
  /** Query parameters beside `page` and `perPage`, such as `search`. */
  readonly filters: readonly string[];
}

interface Definition<Path, Body, Answer> {
  readonly id: string;
  readonly method: Method;
  readonly path: Path;
  readonly versions: Endpoint['versions'];
  readonly body?: Body;
  readonly answer: Answer;
}

/** Defines one operation, keeping the literal type of its path. */
export function defineEndpoint<
  const Path extends string,
  Answer extends z.ZodType,
  Body extends z.ZodType | undefined = undefined,
>(definition: Definition<Path, Body, Answer>): Endpoint<Path, Body, Answer> {
  return definition;
}

/** Defines a list operation; `answer` is the shape of one item. */
export function defineList<const Path extends string, Answer extends z.ZodType>(definition: {
  readonly id: string;
  readonly path: Path;
  readonly versions: Endpoint['versions'];
  readonly answer: Answer;
  readonly filters?: readonly string[];
}): ListEndpoint<Path, Answer> {
  return { method: 'GET', list: true, ...definition, filters: definition.filters ?? [] };
}

/** Whether an operation answers a list a page at a time. */
export function isList(endpoint: Endpoint): endpoint is ListEndpoint {
  return 'list' in endpoint;
}

/** Offered by v3 alone and promised by the reference. */
export const documentedV3 = { v3: 'documented' } as const;
/** Offered by v3 alone, seen but not promised. */
export const observedV3 = { v3: 'observed' } as const;
/** Seen under both versions and promised under neither, beside operations that v2 promises. */
export const observedV2 = { v2: 'observed', v3: 'observed' } as const;
/** Promised under v2 (reference §9 rule 2); seen under v3 too. */
export const documentedV2 = { v2: 'documented', v3: 'observed' } as const;
