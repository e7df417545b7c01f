/** How long to compute before something else gets its turn, in milliseconds. */
const pieceMs = 10;

/** Converts items one after the other, and lets other waiting work run in between. */
export async function inPieces<T, Result>(
  items: readonly T[],
  convert: (item: T) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let start = performance.now();
  for (const item of items) {
    results.push(convert(item));
    if (performance.now() - start < pieceMs) continue;
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    start = performance.now();
  }
  return results;
}
