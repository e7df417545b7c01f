import type { Path } from '../../resources/documents/patch';

/** The id of a value in a panel: its path in the document, each name encoded. */
export function toFieldId(path: Path): string {
  return path.map(encodeURIComponent).join('.');
}

/** The path that an id stands for. */
export function toFieldPath(id: string): Path {
  return id.split('.').map(decodeURIComponent);
}
