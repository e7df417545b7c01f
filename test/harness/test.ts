// npm test [-- level …] [--grep text]: runs the levels in order and ends with one line of counts for all of them.
import { parseArgs } from 'node:util';
import { hostLevel, webLevel } from './levels/hostLevel';
import type { Level } from './levels/level';
import { nodeLevel } from './levels/nodeLevel';
import { runLevels } from './levels/runLevels';
import { grepVariable } from './levels/report';
import { startTool } from './levels/toolLevel';

/** Every level by name, cheapest first. The times are what one test may take, in milliseconds. */
const levels: Readonly<Record<string, () => Level>> = {
  types: () => startTool('types', 'types'),
  lint: () => startTool('lint', 'lint'),
  format: () => startTool('format', 'format:check'),
  unit: () => nodeLevel('unit', 5_000),
  contract: () => nodeLevel('contract', 10_000),
  host: () => hostLevel,
  web: () => webLevel,
  e2e: () => nodeLevel('e2e', 60_000),
};

/** The levels that were asked for, all where none was; throws at a name that is none. */
function choose(names: readonly string[]): Level[] {
  const unknown = names.find((name) => !(name in levels));
  if (unknown !== undefined) {
    throw new Error(
      `There is no level "${unknown}"; the levels are ${Object.keys(levels).join(', ')}.`,
    );
  }
  return Object.entries(levels)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .map(([, make]) => make());
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: 'string', short: 'g' } },
  });
  if (values.grep !== undefined) process.env[grepVariable] = values.grep;
  process.exitCode = await runLevels(choose(positionals), values.grep !== undefined);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
