import type * as z from 'zod/mini';
import { acknowledgement } from './fields';

/** The two API versions, served in parallel (API §9). */
export type ApiVersion = 'v2' | 'v3';

/** `observed`: not in the reference, but seen on services of this family. */
export type Source = 'documented' | 'observed';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The names in braces in a path template: `serverId` for `/servers/{serverId}`. */
export type PathVariable<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathVariable<Rest>
  : never;

export interface Endpoint<
  Path extends string = string,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly id: string;
  readonly method: Method;
  /** Path template below `/api/{version}`. */
  readonly path: Path;
  /** Versions that offer the operation, preferred one first (API §9). */
  readonly versions: Readonly<Partial<Record<ApiVersion, Source>>>;
  /** For services without it in the preferred version: another operation or version, best first. */
  readonly otherwise?: readonly (Endpoint | ApiVersion)[];
  readonly body?: Body;
  /** Schema of the answer; for a list, of one item. */
  readonly answer: Answer;
}

/** An operation that returns a list and takes `page` and `perPage` (API §4 rule 1). */
export interface ListEndpoint<
  Path extends string = string,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> extends Endpoint<Path, undefined, Answer> {
  readonly list: true;
  readonly otherwise?: readonly ListEndpoint[];
  /** Query parameters in addition to `page` and `perPage`, such as `search`. */
  readonly filters: readonly string[];
}

/** In which versions an operation is offered; by default, it was only observed in v3. */
type Offer = Partial<Pick<Endpoint, 'versions' | 'otherwise'>>;

type ListOffer = Pick<Offer, 'versions'> & Partial<Pick<ListEndpoint, 'otherwise' | 'filters'>>;

export function defineRead<const Path extends string, Answer extends z.ZodMiniType>(
  id: string,
  path: Path,
  answer: Answer,
  offer: Offer = {},
): Endpoint<Path, undefined, Answer> {
  return { id, method: 'GET', path, versions: observedV3, answer, ...offer };
}

export function defineList<const Path extends string, Answer extends z.ZodMiniType>(
  id: string,
  path: Path,
  answer: Answer,
  offer: ListOffer = {},
): ListEndpoint<Path, Answer> {
  return {
    id,
    method: 'GET',
    path,
    versions: observedV3,
    answer,
    list: true,
    filters: [],
    ...offer,
  };
}

export function defineWrite<
  const Path extends string,
  Body extends z.ZodMiniType | undefined = undefined,
  Answer extends z.ZodMiniType = typeof acknowledgement,
>(
  id: string,
  method: Exclude<Method, 'GET'>,
  path: Path,
  offer: Offer & { readonly body?: Body; readonly answer?: Answer } = {},
): Endpoint<Path, Body, Answer> {
  const answer = acknowledgement as z.ZodMiniType as Answer;
  return { id, method, path, versions: observedV3, answer, ...offer };
}

export function isList(endpoint: Endpoint): endpoint is ListEndpoint {
  return 'list' in endpoint;
}

export function isInReference(endpoint: Endpoint | undefined): boolean {
  return Object.values(endpoint?.versions ?? {}).includes('documented');
}

export const documentedV3 = { v3: 'documented' } as const;
export const observedV3 = { v3: 'observed' } as const;
export const observedInBoth = { v3: 'observed', v2: 'observed' } as const;
/** Observed in both versions, for a resource that is only documented for v2 (API §9 rule 2). */
export const observedV2 = { v2: 'observed', v3: 'observed' } as const;
/** Documented for v2 (API §9 rule 2), observed in v3. */
export const documentedV2 = { v2: 'documented', v3: 'observed' } as const;
