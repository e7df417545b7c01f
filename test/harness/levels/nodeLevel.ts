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
  const files = testFiles(name);
  const shares = [0, 1].map((first) => {
    const every = files.filter((_, index) => index % 2 === first);
    return nodeShare(`${first + 1}/2`, name, timeoutMs, every, priority);
  });
  return { name, shares };
}

/** The same at the lowest priority, in the time that levels leave which wait for an editor. */
export function backgroundNodeLevel(name: string, timeoutMs: number): Level {
  const { PRIORITY_LOW } = constants.priority;
  return { ...splitNodeLevel(name, timeoutMs, PRIORITY_LOW), pace: 'background' };
}

/**
 * The same with a process for each file, for tests that wait more than they compute. The `longest` files
 * start first, so that none of them runs alone at the end.
 * @throws Error if one of `longest` doesn't exist.
 */
export function waitingNodeLevel(
  name: string,
  timeoutMs: number,
  longest: readonly string[],
): Level {
  const { first, rest } = splitFiles(name, longest);
  const shares = [...first, ...rest].map((file) =>
    nodeShare(path.basename(file, '.test.mjs'), name, timeoutMs, [file]),
  );
  return { name, shares, pace: 'waiting' };
}

function splitFiles(level: string, longest: readonly string[]) {
  const first = longest.map((file) => `${file}.test.mjs`);
  const all = testFiles(level);
  const unknown = first.find((file) => !all.includes(file));
  if (unknown !== undefined) throw new Error(`There is no ${unknown} in the level ${level}.`);
  return { first, rest: all.filter((file) => !first.includes(file)) };
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
