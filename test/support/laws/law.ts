import * as fc from 'fast-check';
import { minutesVariable } from '../../harness/levels/randomInput';
import { type FailingInput, keepSeed, readSeeds } from './seeds';

/** Runs are tried in batches; time is only up between two. */
const largestBatch = 20;

/** Ends a run that hangs, and simplifying failing input before the test's own limit would hide it. */
const timeLimits = {
  interruptAfterTimeLimit: 240_000,
  markInterruptAsFailure: true,
  includeErrorInReport: true,
};

const minutes = Number(process.env[minutesVariable] ?? 0);
const isLong = minutes > 0;
/** While mutants are tried: a change that often breaks something is found in a few runs. */
const isShort = process.env['SHORT_RUN'] !== undefined;

/** The shares of all laws that were defined in this process. */
let shares = 0;

interface LawOptions {
  /** How many runs `npm test` does, on any machine. */
  readonly runs: number;
  /** What a long run prints, such as the number of steps. */
  readonly counts?: object;
  /** Its part of the time of a long run, if not as much as another's. */
  readonly share?: number;
  /** Checks after all runs, for instance that they reached what they are about. */
  readonly afterwards?: (runs: number) => void;
}

type Property<Ts> = fc.IProperty<Ts> | fc.IAsyncProperty<Ts>;

/**
 * A test that something holds for any input. The input depends on the version only, so that no run fails by chance;
 * `npm run laws` tries new input, and what failed there is tried first from then on.
 */
export function law<Ts>(title: string, options: LawOptions, property: Property<Ts>): void {
  const { runs, counts = {}, share = 1, afterwards } = options;
  shares += share;
  it(title, async function () {
    const name = this.test?.titlePath().join(' › ') ?? title;
    const longMs = (minutes * 60_000 * share) / shares;
    const end = performance.now() + longMs;
    if (isLong) this.timeout(longMs + 2 * timeLimits.interruptAfterTimeLimit);
    const count = await tryLaw(property, {
      kept: readSeeds().filter((each) => each.law === name),
      seed: fc.readConfigureGlobal().seed ?? 0,
      batch: Math.min(largestBatch, runs),
      runs: isLong ? Number.POSITIVE_INFINITY : isShort ? Math.ceil(runs / 10) : runs,
      isTimeUp: () => isLong && performance.now() >= end,
      failed: (seed) => isLong && keepSeed({ law: name, ...seed }),
    });
    if (isLong) console.log(`  ${name}: ${JSON.stringify({ runs: count, ...counts })}`);
    if (!isShort) afterwards?.(count);
  });
}

/** Tries what failed before and then new input; returns the number of runs, or throws with the simplest failing input. */
export async function tryLaw<Ts>(
  property: Property<Ts>,
  options: {
    readonly kept: readonly FailingInput[];
    readonly seed: number;
    readonly batch: number;
    readonly runs: number;
    readonly isTimeUp: () => boolean;
    readonly failed: (input: FailingInput) => unknown;
  },
): Promise<number> {
  for (const { seed, path } of options.kept) {
    await demandSuccess(await fc.check(property, { seed, path, numRuns: 1, ...timeLimits }));
  }
  let done = 0;
  for (let batch = 0; done < options.runs && !options.isTimeUp(); batch += 1) {
    const parameters = {
      // Seeds that follow one another would give similar input.
      seed: (options.seed + Math.imul(batch, 0x9e_37_79_b1)) | 0,
      numRuns: Math.min(options.batch, options.runs - done),
      ...timeLimits,
    };
    const details = await fc.check(property, parameters);
    if (details.failed) {
      options.failed({ seed: details.seed, path: details.counterexamplePath ?? '' });
    }
    await demandSuccess(details);
    done += details.numRuns;
  }
  return done;
}

async function demandSuccess<Ts>(details: fc.RunDetails<Ts>): Promise<void> {
  if (!details.failed) return;
  throw new Error(await fc.asyncDefaultReportMessage(details), { cause: details.errorInstance });
}
