// Replaces node:assert/strict when the host tests run in a browser's worker: the parts that they use.
import type nodeAssert from 'node:assert/strict';

class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

function show(value: unknown): string {
  if (value instanceof Error) return String(value);
  return JSON.stringify(value, undefined, 2) ?? String(value);
}

function check(holds: boolean, message: Error | string | undefined, otherwise: () => string): void {
  if (holds) return;
  throw message instanceof Error ? message : new AssertionError(message ?? otherwise());
}

/** Own enumerable members; for a Map or Set, its entries. */
function membersOf(value: object): readonly (readonly [unknown, unknown])[] {
  if (value instanceof Map) return [...value.entries()];
  if (value instanceof Set) return [...value].map((member) => [member, true]);
  return Object.entries(value);
}

function areEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Date) return one.getTime() === (other as Date).getTime();
  if (one instanceof Error && one.message !== (other as Error).message) return false;
  const [ones, others] = [membersOf(one), new Map(membersOf(other))];
  return (
    ones.length === others.size &&
    ones.every(([name, value]) => others.has(name) && areEqual(value, others.get(name)))
  );
}

function ok(value: unknown, message?: Error | string): void {
  check(Boolean(value), message, () => `${show(value)} is not truthy`);
}

/** Whether an error is as expected: by its message, class or members, or a custom check. */
function isExpected(error: unknown, expected: unknown): boolean {
  if (expected === undefined || typeof expected === 'string') return true;
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && error instanceof expected) return true;
    return !Error.isPrototypeOf(expected) && expected(error) === true;
  }
  return Object.entries(Object(expected)).every(([name, value]) => {
    const actual: unknown = Reflect.get(Object(error), name);
    return value instanceof RegExp ? value.test(String(actual)) : areEqual(actual, value);
  });
}

async function rejects(
  promise: Promise<unknown> | (() => Promise<unknown>),
  expected?: unknown,
  message?: Error | string,
): Promise<void> {
  let error: unknown;
  try {
    await (typeof promise === 'function' ? promise() : promise);
  } catch (thrown) {
    error = thrown;
    check(isExpected(error, expected), message, () => `${show(error)} is not ${String(expected)}`);
    return;
  }
  check(false, message, () => 'Missing expected rejection');
}

const assert = Object.assign(ok, {
  ok,
  fail: (message?: Error | string): never => {
    throw message instanceof Error ? message : new AssertionError(message ?? 'Failed');
  },
  equal: (actual: unknown, expected: unknown, message?: Error | string) =>
    check(Object.is(actual, expected), message, () => `${show(actual)} is not ${show(expected)}`),
  notEqual: (actual: unknown, expected: unknown, message?: Error | string) =>
    check(!Object.is(actual, expected), message, () => `both are ${show(actual)}`),
  deepEqual: (actual: unknown, expected: unknown, message?: Error | string) =>
    check(areEqual(actual, expected), message, () => `${show(actual)} is not ${show(expected)}`),
  notDeepEqual: (actual: unknown, expected: unknown, message?: Error | string) =>
    check(!areEqual(actual, expected), message, () => `both are ${show(actual)}`),
  match: (text: string, pattern: RegExp, message?: Error | string) =>
    check(pattern.test(text), message, () => `${show(text)} does not match ${pattern}`),
  doesNotMatch: (text: string, pattern: RegExp, message?: Error | string) =>
    check(!pattern.test(text), message, () => `${show(text)} matches ${pattern}`),
  rejects,
  doesNotReject: async (promise: Promise<unknown>) => void (await promise),
}) satisfies Partial<Record<keyof typeof nodeAssert, unknown>>;

// Imported the same way as node:assert/strict.
// oxlint-disable-next-line import/no-default-export
export { assert as default };
