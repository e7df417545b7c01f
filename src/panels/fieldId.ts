import type { Path } from '../base/json';

/** Names become JSON first: a lone surrogate, which a service may send, can't be URI-encoded. */
export function toFieldId(path: Path): string {
  return path.map((name) => encodeURIComponent(JSON.stringify(name).slice(1, -1))).join('/');
}

export function toFieldPath(id: string): Path {
  return id.split('/').map((part) => JSON.parse(`"${decodeURIComponent(part)}"`) as string);
}
