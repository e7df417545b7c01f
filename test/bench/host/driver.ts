// An extension that performs the bench's tasks in the extension host, and returns how long they took.
import { measureActivation } from './activation';
import { openDocuments } from './documents';
import { rest } from './rest';

const tasks: Readonly<Record<string, (input: never) => Promise<unknown>>> = {
  activation: measureActivation,
  documents: openDocuments,
  rest: () => rest(1_000),
};

/** Called by VS Code when it has started. */
export function activate(): void {
  void serve(`${process.env['BENCH_URL']}/${process.pid}`);
}

/** Polls for tasks until there is no more answer. */
async function serve(url: string): Promise<void> {
  for (;;) {
    // One at a time.
    const { task, input } = (await (await fetch(url)).json()) as { task: string; input: never };
    const answer = await run(task, input);
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
