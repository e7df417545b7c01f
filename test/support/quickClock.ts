import type { Clock } from '../../src/api/scheduling/clock';

/** The machine's time, accelerated by a factor: for waits that are long compared with real exchanges. */
export function quickClock(factor: number): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * factor,
    elapsed: () => (Date.now() - start) * factor,
    after(delay, callback) {
      const timer = setTimeout(callback, delay / factor);
      return () => clearTimeout(timer);
    },
  };
}
