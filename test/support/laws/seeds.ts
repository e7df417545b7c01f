import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../harness/system/paths';

/** Where fast-check finds a failing input again. */
export interface FailingInput {
  readonly seed: number;
  readonly path: string;
}

/** An input for which a law didn't hold. */
interface KeptSeed extends FailingInput {
  /** The titles of its suites and its own. */
  readonly law: string;
}

const file = path.join(root, 'test/laws/seeds.json');

/** The inputs for which laws didn't hold once. */
export function readSeeds(): readonly KeptSeed[] {
  // Written by `keepSeed`, and under version control.
  return JSON.parse(readFileSync(file, 'utf8')) as KeptSeed[];
}

/** Keeps an input, so that each run of the tests tries it. */
export function keepSeed(seed: KeptSeed): void {
  writeFileSync(file, `${JSON.stringify([...readSeeds(), seed], undefined, 2)}\n`);
}
