import { constants } from 'node:os';

const cleanups = new Set<() => void>();
let listening = false;

/**
 * Calls `cleanup` when this process ends, also by Ctrl+C or a termination signal.
 * It must be synchronous: nothing asynchronous happens any more by then.
 * Returns a function that takes the promise back.
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
    // The last comes first: a process ends before the folder goes that it writes to.
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
