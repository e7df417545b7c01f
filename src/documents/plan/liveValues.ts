import type { CallOptions } from '../../api/client';
import { ifMissing } from '../../api/errors';
import type { JsonValue } from '../../base/json';
import { findKind, isKindId, type KindId, lineage } from '../../resources/kinds/kinds';
import { type CollectionReference, type Target, idsOf } from '../../resources/reference';
import type { FieldContext } from '../creations/field';
import type { ResourceStore } from '../../resources/store/resourceStore';
import { getLocation } from 'jsonc-parser';

/** A value offered for a field because a resource with that name or number exists. */
interface LiveValue {
  readonly value: JsonValue;
  /** Set if the value doesn't show what it stands for. */
  readonly label?: string;
}

/** The field of a kind that accepts nothing but what a list has. */
export function listedField(kind: KindId): string | undefined {
  const sources = Object.entries(findKind(kind).values ?? {});
  return sources.find(([, source]) => 'list' in source && source.isComplete)?.[0];
}

/** Empty for a field that refers to no other resource. @throws ApiError, UnknownAccountError. */
export async function liveValues(
  { client, store }: Pick<FieldContext, 'client' | 'store'>,
  place: Target,
  path: readonly string[],
  options: CallOptions,
): Promise<readonly LiveValue[]> {
  const { account, kind } = place;
  const source = findKind(kind).values?.[path.join('.')];
  if (!source) return [];
  if ('list' in source) {
    const { list, otherwise } = source;
    const parents = list.path.includes('{') ? idsOf(place).slice(0, 1) : [];
    const reading = client.perform({ account, kind, parents }, list, undefined, options);
    const found = await (otherwise ? reading.catch(ifMissing(otherwise())) : reading);
    return (found as readonly string[]).map((value) => ({ value }));
  }
  const { of, namedBy, byName } = source;
  if (!isKindId(of)) return [];
  const above = findKind(of).parent;
  if (above && !lineage(kind).some(({ id }) => id === above)) {
    return everywhere(store, { account, kind: above, parents: [] }, { of, namedBy }, options);
  }
  const { items } = await store.all(collectionAt(place, of), undefined, options);
  return items.flatMap((item): LiveValue[] => {
    const name = item[namedBy];
    if (typeof name !== 'string') return byName ? [] : [{ value: Number(item['id']) }];
    return [byName ? { value: name } : { value: Number(item['id']), label: name }];
  });
}

/** Only below what is listed so far: an account may have many. Known lists cost no request. */
async function everywhere(
  store: ResourceStore,
  above: CollectionReference,
  { of, namedBy }: { readonly of: KindId; readonly namedBy: string },
  options: CallOptions,
): Promise<LiveValue[]> {
  const parents = await store.list(above, options);
  const lists = await Promise.all(
    parents.items.map(async ({ id, [namedBy]: name }) => {
      const collection = { account: above.account, kind: of, parents: [Number(id)] };
      const listed = await store.list(collection, options);
      const { items } = listed.isComplete
        ? listed
        : await store.all(collection, undefined, options);
      return items.map((item) => ({
        value: Number(item['id']),
        label: [item[namedBy], name].filter(Boolean).map(String).join(' · '),
      }));
    }),
  );
  return lists.flat();
}

function collectionAt(place: Target, kind: KindId): CollectionReference {
  const depth = lineage(kind).filter(({ variable }) => variable).length - 1;
  return { account: place.account, kind, parents: idsOf(place).slice(0, depth) };
}

interface CompletedValue {
  readonly path: readonly string[];
  /** The range that a completion replaces: the whole existing value, including quotes. */
  readonly offset: number;
  readonly length: number;
}

export function findCompletedValue(text: string, at: number): CompletedValue | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, at);
  if (isAtPropertyKey) return undefined;
  const { offset, length } = previousNode ?? findWord(text, at);
  // After a value there is nothing to complete.
  if (offset + length < at) return undefined;
  return { path: path.map(String), offset, length };
}

/** The word around a position: not a value yet, but the beginning of one. */
function findWord(text: string, at: number): { readonly offset: number; readonly length: number } {
  const before = /\w*$/.exec(text.slice(0, at))?.[0].length ?? 0;
  const behind = /^\w*/.exec(text.slice(at))?.[0].length ?? 0;
  return { offset: at - before, length: before + behind };
}
