// An extension that does in the extension host what the bench asks for, and answers how long it took.
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { measureActivation } from './activation';
import { openDocuments } from './documents';

/** How long a window has to answer at once, how often it is asked, and how long it may take to get there; in milliseconds. */
const restMs = 1_000;
const askMs = 25;
const patienceMs = 20_000;

const tasks: Readonly<Record<string, (input: never) => Promise<unknown>>> = {
  activation: measureActivation,
  documents: openDocuments,
  rest,
};

/** Called by VS Code when it has started. */
export function activate(): void {
  void serve(`${process.env['BENCH_URL']}/${process.pid}`);
}

/** Lets a window come to rest: it works on for seconds after it was opened. */
async function rest(): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let quickest = Number.POSITIVE_INFINITY;
  let since = performance.now();
  while (performance.now() < Math.min(since + restMs, deadline)) {
    // oxlint-disable-next-line no-await-in-loop
    await setTimeout(askMs);
    const asked = performance.now();
    // Answered by the window, not by the extension host.
    // oxlint-disable-next-line no-await-in-loop
    await vscode.commands.executeCommand('setContext', 'bench.rest', true);
    const answered = performance.now();
    quickest = Math.min(quickest, answered - asked);
    if (answered - asked > 4 * quickest) since = answered;
  }
}

/** Asks for tasks until nobody answers any more. */
async function serve(url: string): Promise<void> {
  for (;;) {
    // One after the other.
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
