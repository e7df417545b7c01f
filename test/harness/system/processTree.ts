import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onExit } from './cleanup';

/** The time a process has to exit before it is killed, in milliseconds. */
const graceMs = 5_000;

/** A process and all its descendants, none of which survives `stop` or the end of this process. */
export interface ProcessTree {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the first process has ended and its output is read. */
  readonly ended: Promise<void>;
  /** Asks the processes to end, kills those that don't, and waits for them. */
  readonly stop: () => Promise<void>;
}

/** Starts `command` with piped input and output; rejects when it cannot be started. */
export async function startProcessTree(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<ProcessTree> {
  const child = spawn(command, args, {
    ...options,
    stdio: 'pipe',
    // Its own process group allows signaling its descendants together.
    detached: process.platform !== 'win32',
  });
  await once(child, 'spawn');
  const ended = once(child, 'close').then(() => undefined);
  const forget = onExit(() => signalTree(child, 'SIGKILL'));
  return {
    child,
    ended,
    async stop() {
      signalTree(child, 'SIGTERM');
      const timer = setTimeout(() => signalTree(child, 'SIGKILL'), graceMs);
      await ended;
      clearTimeout(timer);
      signalTree(child, 'SIGKILL');
      forget();
    },
  };
}

function signalTree(
  { pid }: { readonly pid?: number | undefined },
  signal: 'SIGTERM' | 'SIGKILL',
): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}
