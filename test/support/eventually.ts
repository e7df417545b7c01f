/** Resolves as soon as the assertions hold; throws the last failure after the timeout (in ms). */
export async function eventually(assertions: () => unknown, patience = 5_000): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      // Each try has to end before the next is worth making.
      // oxlint-disable-next-line no-await-in-loop
      await assertions();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
