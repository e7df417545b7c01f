/** A bit longer than VS Code collects changes before writing them to a database, in milliseconds. */
export const storeDelayMs = 250;

/**
 * Runs in the window: removes the focus, whereupon VS Code stores the window's state, and resolves as
 * soon as that is in the browser's databases.
 */
export async function storeEverything(delayMs: number): Promise<void> {
  // Only a change counts: with the focus in a panel's frame, VS Code may consider it lost already.
  for (const [hasFocus, event] of [
    [true, 'focus'],
    [false, 'blur'],
  ] as const) {
    document.hasFocus = () => hasFocus;
    window.dispatchEvent(new Event(event));
  }
  // Timers run in the order of their times, and transactions in the order in which they were requested. VS Code
  // sets its second timer, for the delay, when the first one has run, which may be late.
  for (const pause of [0, delayMs]) {
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
