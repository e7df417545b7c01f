/** The time limit for any wait of a test, in milliseconds; a start of VS Code takes about 3,000. */
export const waitTimeoutMs = 40_000;
