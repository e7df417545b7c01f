import type { Path } from '../../resources/documents/patch';

/**
 * The id of a value in a panel: its path in the document, each name encoded. As JSON first, since half
 * a character, which a service may send, has no encoding in an address.
 */
export function toFieldId(path: Path): string {
  return path.map((name) => encodeURIComponent(JSON.stringify(name).slice(1, -1))).join('/');
}

/** The path that an id stands for. */
export function toFieldPath(id: string): Path {
  return id.split('/').map((part) => JSON.parse(`"${decodeURIComponent(part)}"`) as string);
}
