import type { FakeClock } from './fakeClock';

/** Advances the clock along with real I/O until the work is settled, and returns its result. */
export async function drive<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let isSettled = false;
  const end = (): void => void (isSettled = true);
  work.then(end, end);
  while (!isSettled) await clock.advance(10);
  return work;
}
