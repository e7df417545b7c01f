import { constants } from 'node:os';

const cleanups = new Set<() => void>();
let listening = false;

/**
 * Calls `cleanup` when this process ends, also by Ctrl+C or a termination signal.
 * It must be synchronous, because nothing asynchronous runs at that point.
 * Returns a function that cancels this.
 */
export function onExit(cleanup: () => void): () => void {
  listen();
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

function listen(): void {
  if (listening) return;
  listening = true;
  process.on('exit', () => {
    // In reverse order, so that a process ends before the folder that it writes to is deleted.
    for (const cleanup of [...cleanups].toReversed()) {
      try {
        cleanup();
      } catch (error) {
        console.error(error);
      }
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
