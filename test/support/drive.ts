import type { FakeClock } from './fakeClock';

/** Lets the clock run along with real I/O until the work is settled, which is what comes back. */
export async function drive<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let isSettled = false;
  const end = (): void => void (isSettled = true);
  work.then(end, end);
  while (!isSettled) await clock.advance(10);
  return work;
}
