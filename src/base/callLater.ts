/** Calls back once after `ms` milliseconds, without keeping the process alive. */
export function callLater(ms: number, callback: () => void): ReturnType<typeof setTimeout> {
  const timer: NodeJS.Timeout = setTimeout(callback, ms);
  // Only Node timers keep a process alive; browser timers are plain numbers.
  if (typeof timer === 'object') timer.unref();
  return timer;
}

/** Returns a function that runs once after a delay, however often it's called until then. */
export function soon(ms: number, run: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    callLater(ms, () => {
      isWaiting = false;
      run();
    });
  };
}
