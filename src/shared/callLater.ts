/** Calls back once, after so many milliseconds; does not keep a process alive that wants to end. */
export function callLater(ms: number, callback: () => void): ReturnType<typeof setTimeout> {
  const timer: NodeJS.Timeout = setTimeout(callback, ms);
  // Only Node's timers keep a process alive: a browser's are plain numbers.
  if (typeof timer === 'object') timer.unref();
  return timer;
}
