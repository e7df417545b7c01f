import type { KindId } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  parseDocumentPath,
  toDocumentPath,
} from '../reference';

/** Stands in for the number that the service will give. */
const placeholder = 0;

/**
 * The path of a draft, `/server-management/{account}/servers/12/cron-jobs/new-1.cron-job.json` for one:
 * that of the document to be, with `new-N` for what has no number yet.
 */
export function toDraftPath(collection: CollectionReference, number: number): string {
  const { account, kind, parents } = collection;
  const path = toDocumentPath({ account, kind, ids: idsFor(kind, parents) });
  return path.replace(/[^/]*$/, `new-${number}.${findKind(kind).suffix}.json`);
}

/** The collection that a draft's path names, or nothing where it is not such a path. */
export function parseDraftPath(path: string): CollectionReference | undefined {
  const match = /^(.*\/)new-(\d+)\.([a-z-]+\.json)$/.exec(path);
  if (!match) return undefined;
  const [, folder = '', number, rest = ''] = match;
  // What a parent has one of has the parent's number in its name.
  const above = /\/([^/]+)\/$/.exec(folder)?.[1] ?? '';
  for (const name of [String(placeholder), above]) {
    const reference = parseDocumentPath(`${folder}${name}.${rest}`);
    const collection = reference && collectionOf(reference);
    if (collection && toDraftPath(collection, Number(number)) === path) return collection;
  }
  return undefined;
}

function idsFor(
  kind: KindId,
  parents: CollectionReference['parents'],
): CollectionReference['parents'] {
  return findKind(kind).variable ? [...parents, placeholder] : parents;
}
