import assert from 'node:assert/strict';

/**
 * Starts something before each test of a suite, and closes it afterwards if it can be closed. The tests
 * use the result as if it were what was started.
 */
export function eachTest<T extends object>(start: () => T | Promise<T>): T {
  return startedBy(start, beforeEach, afterEach);
}

/** The same once for all tests of a suite. */
export function allTests<T extends object>(start: () => T | Promise<T>): T {
  return startedBy(start, before, after);
}

function startedBy<T extends object>(
  start: () => T | Promise<T>,
  begin: (hook: () => Promise<void>) => void,
  end: (hook: () => Promise<void>) => void,
): T {
  let started: (T & { close?: () => unknown }) | undefined;
  begin(async () => {
    started = await start();
  });
  end(async () => {
    await started?.close?.();
  });
  return whatIs(() => started ?? assert.fail('used outside of a test'));
}

/** Stands for what `get` returns whenever it's used. */
function whatIs<T extends object>(get: () => T): T {
  return new Proxy({} as T, {
    get(_, name) {
      const value: unknown = Reflect.get(get(), name);
      // Private members are the object's own.
      return typeof value === 'function' ? value.bind(get()) : value;
    },
    set: (_, name, value) => Reflect.set(get(), name, value),
    deleteProperty: (_, name) => Reflect.deleteProperty(get(), name),
    // For spreading it.
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor: (_, name) => {
      const own = Reflect.getOwnPropertyDescriptor(get(), name);
      return own && { ...own, configurable: true };
    },
  });
}
