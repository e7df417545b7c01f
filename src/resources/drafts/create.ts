import type { Creation } from './creations';
import { DocumentError } from '../documents/documentError';
import type { CallOptions } from '../../api/client';
import type { Endpoint } from '../../api/contract/endpoint';
import { ApiError } from '../../api/errors';
import { isObject, type JsonObject } from '../../shared/json';
import type { Resource, ResourceId } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import type { CollectionReference, ResourceReference } from '../reference';

/** What creating needs: an operation on a collection, and its list where the answer tells no number. */
export interface CreateClient {
  perform(
    collection: CollectionReference,
    endpoint: Endpoint,
    body: unknown,
    options?: CallOptions,
  ): Promise<unknown>;
  /** The resources of a collection as they are now. */
  list(collection: CollectionReference, options?: CallOptions): Promise<readonly Resource[]>;
}

/**
 * Creates a resource from a draft and finds out which it became; nothing where that can't be told.
 * @throws DocumentError where fields are wrong, ApiError, UnknownAccountError.
 */
export async function create(
  client: CreateClient,
  creation: Creation,
  collection: CollectionReference,
  body: JsonObject,
  signal: AbortSignal | undefined,
): Promise<ResourceReference | undefined> {
  const { account, kind, parents } = collection;
  const answer = await send(client, creation, collection, body, signal);
  if (!findKind(kind).variable) return { account, kind, ids: parents };
  const id = idOf(answer) ?? (await findCreated(client, collection, body));
  return id === undefined ? undefined : { account, kind, ids: [...parents, id] };
}

async function send(
  client: CreateClient,
  { endpoint }: Creation,
  collection: CollectionReference,
  body: JsonObject,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    return await client.perform(collection, endpoint, body, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || Object.keys(error.fieldErrors).length === 0) throw error;
    throw new DocumentError(
      Object.entries(error.fieldErrors).map(([field, texts]) => ({
        reason: 'refused',
        path: field === '' ? [] : field.split('.'),
        detail: texts.join(' '),
      })),
    );
  }
}

/** The number in an answer: of the resource itself, or of the newest where it is a list of all. */
function idOf(answer: unknown): ResourceId | undefined {
  if (Array.isArray(answer)) return newest(answer.filter(isObject));
  const id = isObject(answer) ? answer['id'] : undefined;
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
}

/** Some answers hold a message alone (reference §4 endpoint 17): the newest of that name it must be. */
async function findCreated(
  client: CreateClient,
  collection: CollectionReference,
  body: JsonObject,
): Promise<ResourceId | undefined> {
  try {
    const items = await client.list(collection);
    return newest(items.filter(({ name }) => name === body['name']));
  } catch {
    // It is there, whether or not it can be found now.
    return undefined;
  }
}

function newest(items: readonly Resource[]): number | undefined {
  const ids = items.map(({ id }) => Number(id)).filter(Number.isFinite);
  return ids.length === 0 ? undefined : Math.max(...ids);
}
