import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';

/** How often a window is polled, and the time limit for that, in milliseconds. */
const askMs = 25;
const timeoutMs = 20_000;

/**
 * Waits until a window is idle: it keeps working for seconds after opening.
 * @param forMs for how long it must respond immediately, in milliseconds.
 */
export async function rest(forMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let quickest = Number.POSITIVE_INFINITY;
  let since = performance.now();
  while (performance.now() < Math.min(since + forMs, deadline)) {
    await setTimeout(askMs);
    const asked = performance.now();
    // This is answered by the window, not by the extension host.
    await vscode.commands.executeCommand('setContext', 'bench.rest', true);
    const answered = performance.now();
    quickest = Math.min(quickest, answered - asked);
    if (answered - asked > 4 * quickest) since = answered;
  }
}
