/** Runs a function and records how long it took in the page's performance measurements. */
export function timed<Result>(name: string, act: () => Result): Result {
  const start = performance.now();
  try {
    return act();
  } finally {
    performance.measure(name, { start });
  }
}
