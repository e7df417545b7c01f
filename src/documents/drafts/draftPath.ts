import { type KindId, findKind, kinds, lineage } from '../../resources/kinds/kinds';
import { type NameInPath, toNamedFolder } from '../../resources/names/resourceNames';
import {
  type CollectionReference,
  collectionOf,
  parseDocumentPath,
  parseNamedIds,
  resourceIn,
  toDocumentPath,
} from '../../resources/reference';

/** Placeholder for the number that the service will assign. */
const placeholder = 0;

interface DraftPlace {
  readonly collection: CollectionReference;
  readonly number: number;
}

/**
 * In stored data: the future document's path, with `new-N` in place of the missing number, such as
 * `/server-management/{account}/servers/12/cron-jobs/new-1.cron-job.json`. Tabs show names instead.
 */
export function toDraftPath(collection: CollectionReference, number: number): string {
  const path = toDocumentPath(resourceIn(collection));
  return path.replace(/[^/]*$/, fileName(collection.kind, number));
}

/** Such as `/server-management/{account}/shop-frankfurt~12/Cron Jobs/new-1.cron-job.json`. */
export function toNamedDraftPath({ collection, number }: DraftPlace, nameOf: NameInPath): string {
  return `${toNamedFolder(collection, nameOf)}/${fileName(collection.kind, number)}`;
}

export function parseDraftPath(path: string): CollectionReference | undefined {
  return parseDraft(path)?.collection;
}

export function parseDraft(path: string): DraftPlace | undefined {
  const match = /^(.*\/)new-(\d+)\.([a-z-]+)\.json$/.exec(path);
  if (!match) return undefined;
  const [, folder = '', number, suffix = ''] = match;
  // The file of an only child is named after its parent's number.
  const above = /\/([^/]+)\/$/.exec(folder)?.[1] ?? '';
  for (const name of [String(placeholder), above]) {
    const reference = parseDocumentPath(`${folder}${name}.${suffix}.json`);
    const collection = reference && collectionOf(reference);
    if (collection && toDraftPath(collection, Number(number)) === path) {
      return { collection, number: Number(number) };
    }
  }
  const collection = parseNamedFolder(folder, suffix);
  return collection && { collection, number: Number(number) };
}

function parseNamedFolder(folder: string, suffix: string): CollectionReference | undefined {
  const match = /^\/server-management\/([a-z0-9-]+)\/(.*)$/.exec(folder);
  const kind = kinds.find((each) => each.suffix === suffix);
  if (!match || !kind) return undefined;
  const [, account = '', rest = ''] = match;
  const depth = lineage(kind.id).length - 1;
  const segments = rest.split('/').slice(0, -1);
  const own = depth > 0 && kind.variable ? 1 : 0;
  if (segments.length !== Math.max(2 * depth - 1, 0) + own) return undefined;
  const parents = parseNamedIds(segments);
  return parents && { account, kind: kind.id, parents };
}

function fileName(kind: KindId, number: number): string {
  return `new-${number}.${findKind(kind).suffix}.json`;
}
