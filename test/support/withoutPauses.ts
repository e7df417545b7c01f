import { type Clock, systemClock } from '../../src/api/scheduling/clock';

/** The longest pause in milliseconds; anything longer is a time limit. */
const longestPause = 5_000;

/** The clock as it is, even if tests replace the system's. */
const real = { ...systemClock };

/** A clock on which pauses end at once, and time limits take their real time. */
export const withoutPauses: Clock = {
  now: () => real.now(),
  elapsed: () => real.elapsed(),
  after: (delay, callback) => real.after(delay <= longestPause ? 0 : delay, callback),
};
