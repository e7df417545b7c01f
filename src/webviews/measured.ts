/** Does something, and lets the page's own measurements tell afterwards how long it took. */
export function measured<Result>(name: string, act: () => Result): Result {
  const start = performance.now();
  try {
    return act();
  } finally {
    performance.measure(name, { start });
  }
}
