// An extension that does in the extension host what the bench asks for, and answers how long it took.
import { setTimeout } from 'node:timers/promises';
import { measureActivation } from './activation';
import { openDocuments } from './documents';

/** How long a window may take to have nothing else to do, in milliseconds. */
const restMs = 1_000;

const tasks: Readonly<Record<string, (input: never) => Promise<unknown>>> = {
  activation: measureActivation,
  documents: openDocuments,
  /** Lets a window that was just opened come to rest. */
  rest: () => setTimeout(restMs),
};

/** Called by VS Code when it has started. */
export function activate(): void {
  void serve(`${process.env['BENCH_URL']}/${process.pid}`);
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
