/** The releases of VS Code that the tests run: the oldest that the extension supports, and the newest. */
export const vscodeReleases = { oldest: '1.105.1', newest: '1.139.1' } as const;

/** One of these releases. */
export type VscodeRelease = keyof typeof vscodeReleases;
