import { findKind, isKindId, kinds } from './kinds/kinds';
import type { ReadPart, Resource } from './kinds/kind';
import type { ResourceReference } from './reference';
import type { CallOptions } from '../api/client';
import type { Endpoint } from '../api/contract/endpoint';
import { ApiError } from '../api/errors';
import { isObject } from '../base/json';
import { withMembers } from '../api/lenient';

/** Stands for the part that a resource's own read returns. */
export const ownPart = '';

export interface ReadWholeOptions extends CallOptions {
  /** Reads only these members, and its own fields only if `ownPart` is one of them. */
  readonly parts?: readonly string[] | undefined;
}

export interface ShownResource {
  readonly reference: ResourceReference;
  readonly resource: Resource;
}

interface PartClient {
  read(reference: ResourceReference, options?: CallOptions): Promise<Resource>;
  perform(
    reference: ResourceReference,
    endpoint: Endpoint,
    body: undefined,
    options?: CallOptions,
  ): Promise<unknown>;
}

const owns = new WeakMap<Resource, Resource>();

/** The fields from a resource's own read, if it was read with its parts. */
export function ownOf(resource: Resource): Resource {
  return owns.get(resource) ?? resource;
}

export function partOf(kind: ResourceReference['kind'], [member]: readonly string[]): string {
  const { parts = [] } = findKind(kind).operations;
  return parts.find((part) => part.member === member)?.member ?? ownPart;
}

/** Leaves out parts that the service doesn't offer. @throws ApiError, UnknownAccountError. */
export async function readWhole(
  client: PartClient,
  reference: ResourceReference,
  { parts: wanted, ...options }: ReadWholeOptions = {},
): Promise<Resource> {
  const { parts = [] } = findKind(reference.kind).operations;
  const isOwnRead = parts.length === 0 || !wanted || wanted.includes(ownPart);
  const own = isOwnRead ? await client.read(reference, options) : undefined;
  const chosen = parts.filter((part) => isPartRead(part, own, wanted));
  const members = await Promise.all(
    chosen.map(async (part) => {
      const { member } = part;
      const answer = readPart(client, reference, part, options);
      return [member, (await answer.catch(undefinedIfRefused)) as Resource | undefined] as const;
    }),
  );
  const answered = members.filter((each): each is [string, Resource] => each[1] !== undefined);
  if (own && answered.length === 0) return own;
  const whole = withMembers(own ?? {}, Object.fromEntries(answered));
  if (own) owns.set(whole, own);
  return whole;
}

async function readPart(
  client: PartClient,
  reference: ResourceReference,
  { read, kind }: ReadPart,
  options: CallOptions,
): Promise<unknown> {
  return isKindId(kind)
    ? client.read({ ...reference, kind }, options)
    : client.perform(reference, read, undefined, options);
}

/** The resources that a document shows, as read: its own, and its parts'. */
export function resourcesIn(
  reference: ResourceReference,
  whole: Resource,
): readonly ShownResource[] {
  const { parts = [] } = findKind(reference.kind).operations;
  return [
    { reference, resource: ownOf(whole) },
    ...parts.flatMap(({ member, kind }) => {
      const resource = whole[member];
      return isKindId(kind) && isObject(resource)
        ? [{ reference: { ...reference, kind }, resource }]
        : [];
    }),
  ];
}

/** The resources whose documents show this one as a part, or are shown as its parts. */
export function relatedTo(reference: ResourceReference): readonly ResourceReference[] {
  const { parts = [] } = findKind(reference.kind).operations;
  const own = parts.flatMap(({ kind }) => (isKindId(kind) ? [{ ...reference, kind }] : []));
  return [...wholesOf(reference), ...own];
}

export function wholesOf(reference: ResourceReference): readonly ResourceReference[] {
  return kinds
    .filter(({ operations }) => operations.parts?.some(({ kind }) => kind === reference.kind))
    .map(({ id }) => ({ ...reference, kind: id }));
}

function isPartRead(
  { member, isIn }: ReadPart,
  own: Resource | undefined,
  wanted: readonly string[] | undefined,
): boolean {
  return wanted ? wanted.includes(member) : !own || isIn?.(own) !== false;
}

/** Any other error may be temporary, so the document can't be shown without this part. */
function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
  const { reason, status = 0, flaw } = error;
  const isRefused = status >= 400 && status < 500;
  const isPassing = reason === 'rateLimited' || reason === 'timeout' || reason === 'blocked';
  if (isPassing) throw error;
  if (isRefused || reason === 'unsupported') return undefined;
  if (reason === 'contract' && flaw?.type === 'shape') return undefined;
  throw error;
}
