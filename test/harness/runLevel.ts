// The process in which a level's mocha tests run: runLevel.mjs <level> <timeout of a test in milliseconds> [file …].
// Without files, below the level's folder, all of them run.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { randomSeed } from './levels/randomInput';
import { writeReport } from './levels/reportFile';
import { runMocha } from './levels/runMocha';
import { endWithParent } from './system/endWithParent';
import { out } from './system/paths';

endWithParent();
fc.configureGlobal({ seed: randomSeed() });
const [level = '', timeoutMs = '', ...named] = process.argv.slice(2);
const folder = path.join(out, 'test', level);
const all = (await readdir(folder, { recursive: true }).catch(() => []))
  .filter((name) => name.endsWith('.test.mjs'))
  .sort();
const files = (named.length > 0 ? named : all).map((name) => path.join(folder, name));

/** The root hooks of a level, if it has any. */
async function loadRootHooks(): Promise<Mocha.RootHookObject> {
  const file = path.join(folder, 'rootHooks.mjs');
  if (!existsSync(file)) return {};
  const module = (await import(pathToFileURL(file).href)) as { mochaHooks: Mocha.RootHookObject };
  return module.mochaHooks;
}

const report = await runMocha(files, Number(timeoutMs), await loadRootHooks());
await writeReport(report);
// What a test left running must not keep the whole run waiting.
process.exit(report.failed === 0 ? 0 : 1);
