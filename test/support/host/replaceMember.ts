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
