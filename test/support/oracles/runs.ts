const isLong = process.env['LONG_RUN'] !== undefined;
/** While mutants are tried: a change that often breaks something is found in a few runs. */
const isShort = process.env['SHORT_RUN'] !== undefined;

function choose(short: number, usual: number, long: number): number {
  if (isLong) return long;
  return isShort ? short : usual;
}

/** How much an enumeration does: little by default, ten million steps with LONG_RUN=1. */
export const runs = {
  lockOutSteps: choose(3_000, 30_000, 10_000_000),
  cronSchedules: choose(100, 500, 200_000),
  storeRaces: choose(50, 400, 350_000),
  folders: choose(50, 500, 50_000),
  saveStories: choose(160, 2_000, 1_000_000),
  /** A long run performs as many stories as possible in ten minutes. */
  saveLimit: isLong ? { interruptAfterTimeLimit: 570_000 } : {},
  fuzzCases: choose(100, 1_000, 200_000),
  /** When a run counts as hanging; generous, because machines may be busy. */
  timeoutMs: isLong ? 3_600_000 : 600_000,
  /** Prints the counts of a long run. */
  report(what: string, count: object): void {
    if (isLong) console.log(`${what}: ${JSON.stringify(count)}`);
  },
};
