/** How long a test may wait for anything, in milliseconds; a start of VS Code takes about 3,000. */
export const patienceMs = 20_000;
