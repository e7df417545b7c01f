/** How long VS Code gathers changes before it writes them to a database, in milliseconds, and some more. */
export const storeDelayMs = 250;

/**
 * Runs in the window: takes the focus from it, at which VS Code stores what it keeps of it, and resolves as
 * soon as that is in the browser's databases, however long they take.
 */
export async function storeEverything(delayMs: number): Promise<void> {
  // Only a change counts: with the focus in a panel's frame, VS Code may take it for lost already.
  for (const [hasFocus, event] of [
    [true, 'focus'],
    [false, 'blur'],
  ] as const) {
    document.hasFocus = () => hasFocus;
    window.dispatchEvent(new Event(event));
  }
  // Timers run in the order of their times, and transactions in the order in which they were asked for. VS Code
  // sets its second timer, the one for the delay, when its first has run, which may be late.
  for (const pause of [0, delayMs]) {
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  const databases = await indexedDB.databases();
  await Promise.all(
    databases.map(
      ({ name = '' }) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('error', () => reject(opening.error));
          opening.addEventListener('success', () => {
            const database = opening.result;
            const stores = [...database.objectStoreNames];
            if (stores.length === 0) return resolve();
            const transaction = database.transaction(stores, 'readwrite');
            transaction.addEventListener('complete', () => {
              database.close();
              resolve();
            });
          });
        }),
    ),
  );
}
