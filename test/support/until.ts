/** How long a test waits for anything, in milliseconds: less than it may take, and enough for a machine that is busy. */
export const waitLimitMs = 25_000;

/** Resolves as soon as the condition holds; throws with its name after the limit. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = Date.now() + waitLimitMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Waited ${waitLimitMs} ms for this: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
