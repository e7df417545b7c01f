/**
 * Runs tasks in their order, at most `size` of them at a time. If a task fails, the whole run
 * fails, without waiting for the other running tasks.
 */
export async function runInPool(
  tasks: readonly (() => Promise<void>)[],
  size: number,
): Promise<void> {
  const left = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = left.shift(); task; task = left.shift()) {
      // Each worker does one after the other.
      await task();
    }
  };
  await Promise.all(Array.from({ length: size }, work));
}
