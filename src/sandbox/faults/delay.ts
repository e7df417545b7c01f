/** Resolves after the given number of milliseconds, without keeping the process alive. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    // Only Node's timers keep a process alive; a browser's are plain numbers.
    const timer: NodeJS.Timeout | number = setTimeout(resolve, ms);
    if (typeof timer === 'object') timer.unref();
  });
}
