/** Resolves as soon as the condition holds; throws with its name after the timeout (in ms). */
export async function until(
  what: string,
  condition: () => boolean,
  timeoutMs = 2_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for this: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
