import { waitLimitMs } from './until';

/** Resolves as soon as the assertions hold; throws the last failure after the timeout (in ms). */
export async function eventually(
  assertions: () => unknown,
  timeoutMs = waitLimitMs,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      // Each attempt must end before the next.
      await assertions();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
