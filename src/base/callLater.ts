/** Calls back once after `ms` milliseconds, without keeping the process alive. */
export function callLater(ms: number, callback: () => void): ReturnType<typeof setTimeout> {
  const timer: NodeJS.Timeout = setTimeout(callback, ms);
  // Only Node timers keep a process alive; browser timers are plain numbers.
  if (typeof timer === 'object') timer.unref();
  return timer;
}
