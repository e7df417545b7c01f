const isLong = process.env['LONG_RUN'] !== undefined;

/** How much an enumeration does: little by default, ten million steps with LONG_RUN=1. */
export const runs = {
  lockOutSteps: isLong ? 10_000_000 : 30_000,
  cronSchedules: isLong ? 200_000 : 500,
  storeRaces: isLong ? 350_000 : 400,
  folders: isLong ? 50_000 : 500,
  saveStories: isLong ? 1_000_000 : 2_000,
  /** A long run performs as many stories as possible in ten minutes. */
  saveLimit: isLong ? { interruptAfterTimeLimit: 570_000 } : {},
  fuzzCases: isLong ? 200_000 : 1_000,
  /** When a run counts as hanging: machines may be busy with other things. */
  timeoutMs: isLong ? 3_600_000 : 600_000,
  /** Says in a long run what was counted. */
  report(what: string, count: object): void {
    if (isLong) console.log(`${what}: ${JSON.stringify(count)}`);
  },
};
