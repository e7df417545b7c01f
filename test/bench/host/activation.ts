import * as vscode from 'vscode';

/**
 * Activates extensions one after the other, and answers how long each took, in milliseconds: with loading its
 * code and with what VS Code does for any extension.
 */
export async function measureActivation({
  ids,
}: {
  readonly ids: readonly string[];
}): Promise<number[]> {
  const durations: number[] = [];
  for (const id of ids) {
    const extension = vscode.extensions.getExtension(id);
    if (!extension || extension.isActive) throw new Error(`${id} is missing, or active already.`);
    const start = performance.now();
    // oxlint-disable-next-line no-await-in-loop
    await extension.activate();
    durations.push(performance.now() - start);
  }
  return durations;
}
