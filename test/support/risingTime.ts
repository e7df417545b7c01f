/**
 * Gives each event of a suite's tests another time, because simultaneous events have no order. Returns what sets the
 * clock by some milliseconds.
 */
export function useRisingTime(): (by: number) => void {
  const realNow = Date.now;
  let now = realNow();
  beforeEach(() => {
    Date.now = () => (now += 1);
  });
  afterEach(() => {
    Date.now = realNow;
  });
  return (by) => (now += by);
}
