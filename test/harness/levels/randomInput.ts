import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../system/paths';

/** The environment variable with the seed of random input. */
export const seedVariable = 'RANDOM_SEED';

/** The environment variable with the minutes that all laws have together, each with new input. */
export const minutesVariable = 'LAWS_MINUTES';

/** The seed of random input: the version's, so that a test fails in each run or in none. */
export function randomSeed(): number {
  const chosen = process.env[seedVariable];
  if (chosen !== undefined) return Number(chosen);
  // The file is ours.
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return createHash('sha256').update(version).digest().readInt32BE();
}
