/** Replaces a member until the returned function is called, which the editor's API allows. */
export function replaceMember<T extends object>(
  owner: T,
  name: keyof T,
  replacement: unknown,
): () => void {
  const before = owner[name];
  Object.assign(owner, { [name]: replacement });
  return () => void Object.assign(owner, { [name]: before });
}

/** The same for what can only be read. */
export function replaceGetter<T extends object>(
  owner: T,
  name: keyof T,
  get: () => unknown,
): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  Object.defineProperty(owner, name, { configurable: true, get });
  return () => void Object.defineProperty(owner, name, before);
}
