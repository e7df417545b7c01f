/** Runs a function and records how long it took in the page's performance measurements. */
export function timed<Result>(name: string, work: () => Result): Result {
  const start = performance.now();
  try {
    return work();
  } finally {
    performance.measure(name, { start });
  }
}
