import { type ResourceKind, fileEndingOf, findKind, lineage } from '../kinds/kinds';
import {
  type CollectionReference,
  documentRoot,
  parentOf,
  type ResourceReference,
  toDocumentPath,
} from '../reference';

export interface PathNaming {
  /** A resource's name in a form that is safe to show; undefined if it isn't known. */
  readonly nameOf: (reference: ResourceReference) => string | undefined;
  readonly folderOf: (kind: ResourceKind) => string;
}

/** The longest name in a path, in characters as people count them. */
const longestName = 60;

/**
 * The path of a resource's document as tabs and breadcrumbs show it, such as
 * `/server-management/{account}/shop-frankfurt~12/Cron Jobs/Nightly backup~5.cron-job.json`. Only
 * the ids identify the resource, so that it is still found after being renamed.
 */
export function toNamedPath(reference: ResourceReference, words: PathNaming): string {
  const { account, kind, ids } = reference;
  if (!ids.every((id) => Number.isSafeInteger(id))) return toDocumentPath(reference);
  const segments = toSegments(reference, words);
  return `${documentRoot}/${[account, ...segments].join('/')}.${fileEndingOf(findKind(kind))}`;
}

export function toNamedFolder(collection: CollectionReference, words: PathNaming): string {
  const { account, kind: id } = collection;
  const kind = findKind(id);
  const above = parentOf(collection);
  const segments = above ? toSegments(above, words) : [];
  const own = above && kind.variable ? [toSegment(words.folderOf(kind))] : [];
  return `${documentRoot}/${[account, ...segments, ...own].join('/')}`;
}

function toSegments({ account, kind, ids }: ResourceReference, words: PathNaming): string[] {
  const levels = lineage(kind).filter(({ variable }) => variable);
  return levels.flatMap((level, index) => {
    const name = words.nameOf({ account, kind: level.id, ids: ids.slice(0, index + 1) });
    const segment = [toSegment(name ?? ''), ids[index]].filter((part) => part !== '').join('~');
    return index === 0 ? [segment] : [toSegment(words.folderOf(level)), segment];
  });
}

/** As one segment of a path: slashes would separate, dots alone would lead elsewhere. */
export function toSegment(text: string): string {
  const oneLine = text
    .replaceAll(/[/\\]/g, '-')
    .replaceAll(/\p{Surrogate}/gu, '\u{fffd}')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (/^\.{1,2}$/.test(oneLine)) return '-';
  const characters = [...new Intl.Segmenter().segment(oneLine)].map(({ segment }) => segment);
  return characters.length > longestName
    ? `${characters.slice(0, longestName).join('').trimEnd()}…`
    : oneLine;
}
