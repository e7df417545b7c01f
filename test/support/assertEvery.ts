import assert from 'node:assert/strict';

/** Asserts that there is at least one item, and that all of them match. */
export function assertEvery<T>(items: Iterable<T>, matches: (item: T) => boolean): void {
  const all = [...items];
  assert.ok(all.length > 0, 'there is nothing to check');
  assert.deepEqual(
    all.filter((item) => !matches(item)),
    [],
  );
}
