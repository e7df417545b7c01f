import type * as z from 'zod';
import type { ApiVersion, Endpoint, Method, PathVariable } from './contract/endpoint';
import type { Credentials } from './credentials';
import { ApiError, type FieldErrors } from './errors';
import { describeIssue } from './wrongValues';

/** Query parameters; an absent value is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** A type with no members, for endpoints whose path has no variables. */
type NoVariables = Readonly<Record<never, never>>;

/** The values of a path's variables. */
export type PathValues<Path extends string> = [PathVariable<Path>] extends [never]
  ? NoVariables
  : Readonly<Record<PathVariable<Path>, string | number>>;

/**
 * What a call needs beside its endpoint: path values, and a body where one is sent. Where the endpoint
 * is only known as such, so is the body.
 */
export type CallInput<E extends Endpoint> = ([PathVariable<E['path']>] extends [never]
  ? { readonly path?: NoVariables }
  : { readonly path: PathValues<E['path']> }) &
  ([BodyOf<E>] extends [never]
    ? { readonly body?: never }
    : z.ZodType extends BodyOf<E>
      ? { readonly body?: unknown }
      : { readonly body: z.input<BodyOf<E>> });

/** The schema of an endpoint's body; never where none is sent. */
type BodyOf<E extends Endpoint> = NonNullable<E['body']>;

/** A vendor's words in paths where the reference says "platform" (reference §1, introduction). */
export interface PathWords {
  readonly cache: string;
  readonly hub: string;
}

/** The words of the reference itself. */
export const referencePathWords: PathWords = { cache: 'platformcache', hub: 'platformhub' };

/** Where requests go: everything about an account but its credentials. */
export interface Target {
  /** The service's address, without `/api`. */
  readonly baseUrl: string;
  readonly pathWords: PathWords;
}

/** A request as it will be sent, without credentials; safe to show. */
export interface RequestPlan {
  readonly method: Method;
  readonly version: ApiVersion;
  /** Path and query, from `/api` on. */
  readonly path: string;
  readonly body: unknown;
}

/**
 * One path segment, encoded so that no value can leave it.
 * @throws TypeError for nothing at all, for `.` and `..`, which URL parsers fold away however they
 * are encoded, and for half a character, which has no encoding.
 */
export function encodeSegment(value: string | number): string {
  const text = String(value);
  if (/^\.{0,2}$|\p{Surrogate}/u.test(text)) {
    throw new TypeError(`${JSON.stringify(text)} can't be part of a path`);
  }
  return encodeURIComponent(text);
}

/**
 * Chooses the version for a call: the endpoint's preferred one that the credentials reach.
 * @throws ApiError `unsupported` where there is none (reference §5 rule 3: legacy pairs are v2 only).
 */
export function chooseVersion(
  endpoint: Endpoint,
  kind: Credentials['kind'],
  wanted?: ApiVersion,
): ApiVersion {
  const offered = Object.keys(endpoint.versions) as ApiVersion[];
  const reachable = offered.filter((version) => kind === 'token' || version === 'v2');
  const version = wanted ? reachable.find((each) => each === wanted) : reachable[0];
  if (version) return version;
  const text = offered.includes(wanted ?? 'v3')
    ? 'offered by v3 of the API only, which a legacy key and secret cannot reach; use an API token'
    : `not offered by ${wanted ?? 'any version'} of the API`;
  throw new ApiError('unsupported', { method: endpoint.method, path: endpoint.path }, text);
}

/**
 * Plans a request: fills the path, checks the body against its schema.
 * @throws ApiError `invalid`, with field errors where the body has a wrong shape, or where an id can't
 * stand in a path; nothing is sent then.
 */
export function planRequest(
  endpoint: Endpoint,
  version: ApiVersion,
  input: { path?: Readonly<Record<string, string | number>>; body?: unknown; query?: Query },
  words: PathWords,
): RequestPlan {
  const path = `/api/${version}${fillPath(endpoint, input.path ?? {}, words)}${toQueryText(input.query)}`;
  const body = endpoint.body ? checkBody(endpoint, endpoint.body, path, input.body) : undefined;
  return { method: endpoint.method, version, path, body };
}

function fillPath(
  { method, path }: Endpoint,
  values: Readonly<Record<string, string | number>>,
  words: PathWords,
): string {
  try {
    return path
      .split('/')
      .map((segment) => fillSegment(segment, values, words))
      .join('/');
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : String(error);
    throw new ApiError('invalid', { method, path }, `not sent, because ${reason}`);
  }
}

function fillSegment(
  segment: string,
  values: Readonly<Record<string, string | number>>,
  words: PathWords,
): string {
  if (segment === referencePathWords.cache) return encodeSegment(words.cache);
  if (segment === referencePathWords.hub) return encodeSegment(words.hub);
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name === undefined) return segment;
  const value = values[name];
  if (value === undefined) throw new TypeError(`it lacks ${name}`);
  return encodeSegment(value);
}

function toQueryText(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

function checkBody(endpoint: Endpoint, schema: z.ZodType, path: string, body: unknown): unknown {
  const checked = schema.safeParse(body, { error: describeIssue });
  if (checked.success) return checked.data;
  throw new ApiError(
    'invalid',
    { method: endpoint.method, path },
    'not sent, because the content has a wrong shape',
    { fieldErrors: toFieldErrors(checked.error) },
  );
}

/** Schema issues as field errors. */
function toFieldErrors(error: z.ZodError): FieldErrors {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.');
    (fields[field] ??= []).push(issue.message);
  }
  return fields;
}
