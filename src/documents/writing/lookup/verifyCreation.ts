import { compareRead } from '../compareRead';
import { findNameField } from './duplicates';
import { isThere } from './isThere';
import { lookOptions, type Reader, type WriteVerdict } from './verdict';
import { judgeChange } from './verifyChange';
import { ApiError } from '../../../api/errors';
import type { JsonObject } from '../../../base/json';
import type { Resource, ResourceId } from '../../../resources/kinds/kind';
import { type ResourceKind, findKind } from '../../../resources/kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  type ResourceReference,
  isResourceId,
} from '../../../resources/reference';

/** A creation to check on the service. */
export interface SentCreation {
  readonly collection: CollectionReference;
  /** What was sent, in the form that a read returns. */
  readonly sent: JsonObject;
  /** The ids in the collection before; undefined if unknown. */
  readonly before: readonly ResourceId[] | undefined;
}

/** The result of checking a creation. */
export interface CreationFound {
  readonly verdict: WriteVerdict;
  /** The resource that was or may have been created, if any. */
  readonly reference?: ResourceReference;
  /**
   * All resources that were created, if the request arrived more than once: see docs/network.md.
   */
  readonly duplicates?: readonly ResourceId[];
}

/**
 * Checks the result of a creation, such as one whose answer was lost. Never throws: if reading
 * fails, the verdict is `unclear`.
 */
export async function verifyCreation(reader: Reader, lost: SentCreation): Promise<CreationFound> {
  try {
    return findKind(lost.collection.kind).variable
      ? await lookInList(reader, lost)
      : await lookAtOne(reader, lost);
  } catch {
    return { verdict: 'unclear' };
  }
}

async function lookInList(reader: Reader, lost: SentCreation): Promise<CreationFound> {
  const { account, kind, parents } = lost.collection;
  const items = await reader.list(lost.collection, lookOptions());
  if (!items) return { verdict: 'unclear' };
  const { id, ...found } = judgeItems(findKind(kind), lost, items);
  return id === undefined
    ? found
    : { ...found, reference: { account, kind, ids: [...parents, id] } };
}

/** A second only child can't be created, so if one exists, it was created. */
async function lookAtOne(
  reader: Reader,
  { collection, sent, before }: SentCreation,
): Promise<CreationFound> {
  const { account, kind, parents } = collection;
  const reference = { account, kind, ids: parents };
  if (before && before.length > 0) return { verdict: 'notDone', reference };
  try {
    const resource = await reader.read(reference, lookOptions());
    if (!isThere(resource)) return { verdict: 'notDone' };
    const verdict = isAsSent(findKind(kind), sent, resource) ? 'done' : 'unclear';
    return { verdict, reference };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { verdict: 'notDone' };
    throw error;
  }
}

/**
 * The result of a request that sets up or replaces an only child.
 * @param before the resource as read just before; undefined if that failed.
 * @param now the resource as read since; undefined if that failed.
 */
export async function verifySetUp(
  reader: Reader,
  reference: ResourceReference,
  sent: JsonObject,
  { before, now }: { readonly before: Resource | undefined; readonly now: Resource | undefined },
): Promise<WriteVerdict> {
  const collection = collectionOf(reference);
  if (!now) {
    if (before && isThere(before)) return 'unclear';
    return (await verifyCreation(reader, { collection, sent, before: [] })).verdict;
  }
  if (before && isThere(before)) return judgeChange(reference, sent, before, now);
  if (!isThere(now)) return before || saysMissing(reference) ? 'notDone' : 'unclear';
  return isAsSent(findKind(reference.kind), sent, now) ? 'done' : 'unclear';
}

/** Whether a service says explicitly that the resource doesn't exist. */
function saysMissing({ kind }: ResourceReference): boolean {
  return findKind(kind).operations.mayBeMissing === true;
}

/**
 * Finds the created resource among all items: an equal one that didn't exist before. One with the
 * same name but other differences may be it, because a service may modify what it receives.
 */
export function judgeItems(
  kind: ResourceKind,
  { sent, before }: Pick<SentCreation, 'sent' | 'before'>,
  items: readonly Resource[],
): Omit<CreationFound, 'reference'> & { readonly id?: ResourceId | undefined } {
  const known = new Set(before);
  const candidates = items.filter((item) => isResourceId(item['id']) && !known.has(item['id']));
  const equal = candidates.filter((item) => isAsSent(kind, sent, item));
  const similar = equal.length > 0 ? equal : candidates.filter((item) => mayBe(sent, item));
  if (similar.length === 0) return { verdict: 'notDone' };
  const id = newest(similar.map((item) => item['id'] as ResourceId));
  if (!before || equal.length === 0) return { verdict: 'unclear', id };
  const duplicates = equal.map((item) => item['id'] as ResourceId);
  return { verdict: 'done', id, ...(duplicates.length > 1 ? { duplicates } : {}) };
}

function isAsSent(kind: ResourceKind, sent: JsonObject, resource: Resource): boolean {
  const { returned, different } = compareRead(kind, sent, resource);
  return different.length === 0 && Object.keys(returned).length > 0;
}

/** Whether a differing resource has the name that was sent; without a name, any may be it. */
function mayBe(sent: JsonObject, item: Resource): boolean {
  const field = findNameField(sent);
  return (
    !field ||
    typeof item[field] !== 'string' ||
    normalizeName(item[field]) === normalizeName(sent[field])
  );
}

function normalizeName(name: unknown): string {
  return String(name).normalize().trim().toLowerCase();
}

function newest(ids: readonly ResourceId[]): ResourceId | undefined {
  return ids.toSorted((a, b) => Number(b) - Number(a))[0];
}
