/**
 * A value that is made at the first call and kept. A failed making is not kept: the next call tries
 * again, because what is loaded on demand (a chunk, a socket) may fail for a passing reason.
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
