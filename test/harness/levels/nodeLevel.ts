import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { out } from '../system/paths';
import { childShare } from './childShare';
import type { Level, Share } from './level';

/** The mocha tests of `test/<name>/`, run in a Node.js process of their own. */
export function nodeLevel(name: string, timeoutMs: number): Level {
  return { name, shares: [nodeShare('', name, timeoutMs, [])] };
}

/** The same in two processes, each running every second file. */
export function splitNodeLevel(name: string, timeoutMs: number, priority?: number): Level {
  return { name, shares: halves(name, testFiles(name), timeoutMs, priority) };
}

function halves(
  name: string,
  files: readonly string[],
  timeoutMs: number,
  priority?: number,
): readonly Share[] {
  return [0, 1].map((first) => {
    const every = files.filter((_, index) => index % 2 === first);
    return nodeShare(`${first + 1}/2`, name, timeoutMs, every, priority);
  });
}

/** The same at the lowest priority, in the time that levels leave which wait for an editor. */
export function backgroundNodeLevel(name: string, timeoutMs: number): Level {
  const { PRIORITY_LOW } = constants.priority;
  return { ...splitNodeLevel(name, timeoutMs, PRIORITY_LOW), pace: 'background' };
}

/** The same with a process for each file, for tests that wait more than they compute. */
export function waitingNodeLevel(name: string, timeoutMs: number): Level {
  const shares = testFiles(name).map((file) =>
    nodeShare(path.basename(file, '.test.mjs'), name, timeoutMs, [file]),
  );
  return { name, shares, pace: 'waiting' };
}

/** The random laws, those beside unit tests included, in two processes. */
export function lawsLevel(): Level {
  const beside = ['documents/copies', 'documents/roundTrips', 'pages/unsavedChangesFuzz'];
  const files = [
    ...testFiles('laws'),
    ...beside.map((name) => path.join('..', 'unit', `${name}.test.mjs`)),
  ];
  return { name: 'laws', shares: halves('laws', files, 300_000) };
}

/** The compiled tests of a level, below its folder. */
function testFiles(name: string): string[] {
  return readdirSync(path.join(out, 'test', name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.mjs'))
    .sort();
}

function nodeShare(
  title: string,
  level: string,
  timeoutMs: number,
  files: readonly string[],
  priority?: number,
): Share {
  return childShare(title, 'runLevel.mjs', [level, String(timeoutMs), ...files], priority);
}
