export function timed<Result>(name: string, work: () => Result): Result {
  const start = performance.now();
  try {
    return work();
  } finally {
    performance.measure(name, { start });
  }
}
