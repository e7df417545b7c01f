import { constants, PerformanceObserver } from 'node:perf_hooks';

/**
 * Watches how much memory is held after each major garbage collection, and how long nothing else
 * can run. What V8 leaves uncollected meanwhile depends on how much the machine has.
 */
export function startWatch(): { stop(): { readonly blockMs: number; readonly megabytes: number } } {
  let [blockMs, bytes] = [0, 0];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    blockMs = Math.max(blockMs, now - last);
    last = now;
  }, 5);
  const collections = new PerformanceObserver((list) => {
    if (!list.getEntries().some(isMajor)) return;
    const { heapUsed, external } = process.memoryUsage();
    bytes = Math.max(bytes, heapUsed + external);
  });
  collections.observe({ entryTypes: ['gc'] });
  return {
    stop: () => {
      clearInterval(timer);
      collections.disconnect();
      return { blockMs, megabytes: bytes / 1024 / 1024 };
    },
  };
}

function isMajor(collection: object): boolean {
  const { detail } = collection as { readonly detail: { readonly kind: number } };
  return detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}
