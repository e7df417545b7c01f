/**
 * Creates a value on the first call and keeps it. A failure is not kept: the next call tries again,
 * because what is loaded on demand (a chunk, a socket) may fail temporarily.
 */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
