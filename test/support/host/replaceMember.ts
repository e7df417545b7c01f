/** Puts something else in a member's place until the answer is called: the editor lets tests do so. */
export function replaceMember<T extends object>(
  owner: T,
  name: keyof T,
  replacement: unknown,
): () => void {
  const before = owner[name];
  Object.assign(owner, { [name]: replacement });
  return () => void Object.assign(owner, { [name]: before });
}
