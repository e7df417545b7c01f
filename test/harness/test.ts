// npm test [-- level …] [--grep text]: runs the levels in order and ends with one line of counts for all of them.
import { parseArgs } from 'node:util';
import { hostLevel, webLevel } from './levels/hostLevel';
import type { Level } from './levels/level';
import {
  backgroundNodeLevel,
  contractLevel,
  nodeLevel,
  splitNodeLevel,
  waitingNodeLevel,
} from './levels/nodeLevel';
import { runLevels } from './levels/runLevels';
import { prepare } from './prepare';
import { grepVariable } from './levels/report';
import { startTool } from './levels/toolLevel';

/**
 * Every level by name, cheapest first. The times are the limits of one test, in milliseconds: a law
 * may have to wait for long until the processor is free.
 */
const levels: Readonly<Record<string, () => Level>> = {
  types: () => startTool('types', 'types'),
  lint: () => startTool('lint', 'lint'),
  format: () => startTool('format', 'format:check'),
  unit: () => splitNodeLevel('unit', 120_000),
  laws: () => backgroundNodeLevel('laws', 1_200_000),
  contract: () => contractLevel(120_000),
  host: () => hostLevel,
  web: () => webLevel,
  pages: () => waitingLevel('pages', 60_000),
  e2e: () => ({ ...browserLevel('e2e', 120_000), repeats: true }),
};

/** Levels that run only by name: before a release, and for every change at the public repository. */
const furtherLevels: Readonly<Record<string, () => Level>> = {
  oldest: () => browserLevel('oldest', 120_000),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string', short: 'g' } },
});
const isSelecting = values.grep !== undefined;

/** A level of tests that share a browser in one process. */
function waitingLevel(name: string, timeoutMs: number): Level {
  return { ...nodeLevel(name, timeoutMs), pace: 'waiting' };
}

/** A level of tests that open windows; those with matching titles run in one process. */
function browserLevel(name: string, timeoutMs: number): Level {
  return isSelecting ? waitingLevel(name, timeoutMs) : waitingNodeLevel(name, timeoutMs);
}

/** The requested levels, or by default all but the further ones; throws at an unknown name. */
function choose(names: readonly string[]): Level[] {
  const known = { ...levels, ...furtherLevels };
  const unknown = names.find((name) => !(name in known));
  if (unknown !== undefined) {
    throw new Error(
      `There is no level "${unknown}"; the levels are ${Object.keys(known).join(', ')}.`,
    );
  }
  if (names.length === 0) return Object.values(levels).map((make) => make());
  return Object.entries(known)
    .filter(([name]) => names.includes(name))
    .map(([, make]) => make());
}

try {
  if (values.grep !== undefined) process.env[grepVariable] = values.grep;
  const levels = choose(positionals);
  process.exitCode = await runLevels(levels, isSelecting, () =>
    prepare(levels.map(({ name }) => name)),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
