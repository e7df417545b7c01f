/** How long to compute before yielding to other work, in milliseconds. */
const pieceMs = 10;

/** Computes something step by step, yielding to other work in between. */
export async function inPieces<Result>(steps: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const start = performance.now();
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() - start < pieceMs);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}

/** Computes something small without a pause. */
export function atOnce<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
