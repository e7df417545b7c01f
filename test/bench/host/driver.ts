// An extension that performs the bench's tasks in the extension host, and returns how long they took.
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { measureActivation } from './activation';
import { openDocuments } from './documents';
import { measureLoading } from './loading';

/** For how long a window must respond immediately, how often it's polled, and the time limit for that, in milliseconds. */
const restMs = 1_000;
const askMs = 25;
const patienceMs = 20_000;

const tasks: Readonly<Record<string, (input: never) => Promise<unknown>>> = {
  activation: measureActivation,
  documents: openDocuments,
  loading: measureLoading,
  rest,
};

/** Called by VS Code when it has started. */
export function activate(): void {
  void serve(`${process.env['BENCH_URL']}/${process.pid}`);
}

/** Waits until a window is idle: it keeps working for seconds after opening. */
async function rest(): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let quickest = Number.POSITIVE_INFINITY;
  let since = performance.now();
  while (performance.now() < Math.min(since + restMs, deadline)) {
    // oxlint-disable-next-line no-await-in-loop
    await setTimeout(askMs);
    const asked = performance.now();
    // This is answered by the window, not by the extension host.
    // oxlint-disable-next-line no-await-in-loop
    await vscode.commands.executeCommand('setContext', 'bench.rest', true);
    const answered = performance.now();
    quickest = Math.min(quickest, answered - asked);
    if (answered - asked > 4 * quickest) since = answered;
  }
}

/** Polls for tasks until there is no more answer. */
async function serve(url: string): Promise<void> {
  for (;;) {
    // One at a time.
    // oxlint-disable-next-line no-await-in-loop
    const { task, input } = (await (await fetch(url)).json()) as { task: string; input: never };
    // oxlint-disable-next-line no-await-in-loop
    const answer = await run(task, input);
    // oxlint-disable-next-line no-await-in-loop
    await fetch(url, { method: 'POST', body: JSON.stringify(answer) });
  }
}

async function run(task: string, input: never): Promise<object> {
  try {
    return { value: await tasks[task]?.(input) };
  } catch (error) {
    return { error: error instanceof Error ? error.stack : String(error) };
  }
}
