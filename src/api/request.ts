import type * as z from 'zod/mini';
import {
  type ApiVersion,
  type Endpoint,
  type Method,
  type PathVariable,
} from './contract/endpoint';
import type { Credentials } from './credentials';
import { ApiError, type FieldErrors } from './errors';

/** Query parameters; undefined values are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

type NoVariables = Readonly<Record<never, never>>;

type PathValues<Path extends string> = [PathVariable<Path>] extends [never]
  ? NoVariables
  : Readonly<Record<PathVariable<Path>, string | number>>;

/** If only the generic endpoint type is known, the body is generic too. */
export type CallInput<E extends Endpoint> = ([PathVariable<E['path']>] extends [never]
  ? { readonly path?: NoVariables }
  : { readonly path: PathValues<E['path']> }) &
  ([BodyOf<E>] extends [never]
    ? { readonly body?: never }
    : z.ZodMiniType extends BodyOf<E>
      ? { readonly body?: unknown }
      : { readonly body: z.input<BodyOf<E>> });

type BodyOf<E extends Endpoint> = NonNullable<E['body']>;

/** A vendor's words in paths where the reference says "platform" (API §1, introduction). */
export interface PathWords {
  readonly cache: string;
  readonly hub: string;
}

export const referencePathWords: PathWords = { cache: 'platformcache', hub: 'platformhub' };

/** Where requests go: an account's connection without its credentials. */
export interface ServiceAddress {
  /** Address of the service, without `/api`. */
  readonly baseUrl: string;
  readonly pathWords: PathWords;
}

/** A request as it will be sent, without credentials; safe to show. */
export interface RequestPlan {
  readonly method: Method;
  readonly version: ApiVersion;
  /** Path and query, starting at `/api`. */
  readonly path: string;
  readonly body: unknown;
}

/**
 * The versions in which an operation is asked for, preferred one first. A legacy pair only reaches
 * v2 (API §5 rule 3), and asks it for whatever was observed: the service may have it there.
 */
export function versionsFor({ versions }: Endpoint, access: 'token' | 'basic'): ApiVersion[] {
  if (access === 'token') return Object.keys(versions) as ApiVersion[];
  return versions.v2 || versions.v3 === 'observed' ? ['v2'] : [];
}

/**
 * The versions to make a call under, in order: the preferred one among those the credentials give
 * access to; then, if none is documented, the others in which the operation was observed.
 * @throws ApiError `unsupported` if there is none.
 */
export function chooseVersions(
  endpoint: Endpoint,
  kind: Credentials['kind'],
  wanted?: ApiVersion,
): readonly [ApiVersion, ...ApiVersion[]] {
  const reachable = versionsFor(endpoint, kind);
  const [version, ...others] = wanted ? reachable.filter((each) => each === wanted) : reachable;
  if (version) return [version, ...(endpoint.versions[version] === 'documented' ? [] : others)];
  const text = endpoint.versions[wanted ?? 'v3']
    ? 'offered by v3 of the API only, which a legacy key and secret cannot reach; use an API token'
    : `not offered by ${wanted ?? 'any version'} of the API`;
  throw new ApiError('unsupported', { method: endpoint.method, path: endpoint.path }, text);
}

export interface PlannedInput {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly query?: Query;
}

/** @throws ApiError `invalid` if the body has the wrong shape or an id isn't valid in a path. */
export function planRequest(
  endpoint: Endpoint,
  version: ApiVersion,
  input: PlannedInput,
  words: PathWords,
): RequestPlan {
  const path = `/api/${version}${fillPath(endpoint, input.path ?? {}, words)}${toQueryText(input.query)}`;
  const flaw = findBodyFlaw(endpoint, input.body, path);
  if (flaw) throw flaw;
  // The original: the schema's output may lack members.
  return { method: endpoint.method, version, path, body: endpoint.body && input.body };
}

/** Encodes values so that none can escape its segment. */
function fillPath(
  { method, path }: Endpoint,
  values: Readonly<Record<string, string | number>>,
  words: PathWords,
): string {
  const refuse = (reason: string): never => {
    throw new ApiError('invalid', { method, path }, `not sent, because ${reason}`);
  };
  const { cache, hub } = referencePathWords;
  const given = { ...values, [cache]: words.cache, [hub]: words.hub };
  const segments = path.split('/').map((segment) => {
    const [, name = segment] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (name === segment && name !== cache && name !== hub) return segment;
    const value = String(given[name] ?? refuse(`it lacks ${name}`));
    // URL parsers resolve dots however they are encoded; a lone surrogate can't be encoded.
    const isFit = !/^\.{0,2}$|\p{Surrogate}/u.test(value);
    return isFit
      ? encodeURIComponent(value)
      : refuse(`${JSON.stringify(value)} can't be in a path`);
  });
  return segments.join('/');
}

function toQueryText(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Why a body can't be sent, with an error for each field of the wrong type; undefined if it can. */
export function findBodyFlaw(
  { method, path: template, body: schema }: Endpoint,
  body: unknown,
  path = template,
): ApiError | undefined {
  const error = schema?.safeParse(body, { error: describeIssue }).error;
  return (
    error &&
    new ApiError('invalid', { method, path }, 'not sent, because the content has a wrong shape', {
      fieldErrors: toFieldErrors(error),
    })
  );
}

function toFieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.');
    (fields[field] ??= []).push(issue.message);
  }
  return fields;
}

const byType: Readonly<Record<string, string>> = {
  string: 'Must be a string.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be an array.',
  object: 'Must be an object.',
  record: 'Must be an object.',
};

const missing = 'Required.';
const wrong = "This value isn't allowed.";

/** Every sentence about values that aren't sent, to be translated when shown. */
export const valueTexts: readonly string[] = [...new Set(Object.values(byType)), missing, wrong];

function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return missing;
  return (issue.code === 'invalid_type' && byType[issue.expected]) || wrong;
}
