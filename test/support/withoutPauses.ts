import { type Clock, systemClock } from '../../src/api/scheduling/clock';

/** The longest pause in milliseconds; anything longer is a time limit. */
const longestPause = 5_000;

/** A clock on which pauses end at once, and time limits take their real time. */
export const withoutPauses: Clock = {
  now: () => systemClock.now(),
  elapsed: () => systemClock.elapsed(),
  after: (delay, callback) => systemClock.after(delay <= longestPause ? 0 : delay, callback),
};
