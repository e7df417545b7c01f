import { type Node, parseTree } from 'jsonc-parser';
import { isCredentialField } from '../../api/credentials';
import type { Path } from '../../base/json';
import type { PlacedPart } from '../content';
import { maskedCredential } from '../maskCredentials';

interface TypedSecret extends PlacedPart {
  readonly value: string;
  readonly isQuoted: boolean;
}

/** Finds values of `names` and of members whose name implies a credential, even in incomplete text. */
export function findTypedSecrets(text: string, names: readonly string[]): TypedSecret[] {
  const tree = parseTree(text);
  return tree ? findIn(tree, text, [], names) : [];
}

function findIn(
  node: Node,
  text: string,
  path: Path,
  names: readonly string[],
  isSecret = false,
): TypedSecret[] {
  const { type, children = [] } = node;
  if (type === 'array') {
    return children.flatMap((child, index) =>
      findIn(child, text, [...path, String(index)], names, isSecret),
    );
  }
  if (type === 'object') {
    return children.flatMap(({ children: [key, value] = [] }) => {
      if (!key || !value) return [];
      const name = String(key.value);
      const isOne = isCredentialField(name) || (path.length === 0 && names.includes(name));
      return findIn(value, text, [...path, name], names, isOne);
    });
  }
  const typed = isSecret ? toTyped(node, text, path) : undefined;
  return typed ? [typed] : [];
}

/** Numbers count as well: some passwords consist of digits. */
function toTyped(
  { type, value, offset, length }: Node,
  text: string,
  path: Path,
): TypedSecret | undefined {
  if (type === 'number') return { path, value: String(value), offset, length, isQuoted: false };
  if (type !== 'string' || value === '' || value === maskedCredential) return undefined;
  const quotes = text[offset + length - 1] === '"' ? 2 : 1;
  const inner = { offset: offset + 1, length: length - quotes };
  return { path, value: String(value), ...inner, isQuoted: true };
}

/** A secret that was removed from a draft's text, kept until the draft is closed. */
export type RemovedSecret = Pick<TypedSecret, 'path' | 'value'>;

/** In memory only. A secret typed key by key is removed key by key, and reassembled here. */
export class RemovedSecrets {
  readonly #taken = new Map<string, RemovedSecret>();
  #typing: string | undefined;

  get all(): readonly RemovedSecret[] {
    return [...this.#taken.values()];
  }

  /** Records that more than a keystroke changed the text: the next secret is a new one. */
  endTyping(): void {
    this.#typing = undefined;
  }

  take({ path, value }: RemovedSecret): void {
    const key = path.join('.');
    const earlier = this.#typing === key ? (this.#taken.get(key)?.value ?? '') : '';
    this.#taken.set(key, { path, value: `${earlier}${value}` });
    this.#typing = key;
  }
}
