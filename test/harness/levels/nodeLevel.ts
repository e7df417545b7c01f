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

/** The same in three processes: its tests wait, too. */
export function splitNodeLevel(name: string, timeoutMs: number): Level {
  return { name, shares: split(name, testFiles(name), timeoutMs, 3) };
}

function split(
  name: string,
  files: readonly string[],
  timeoutMs: number,
  count: number,
  priority?: number,
): readonly Share[] {
  return Array.from({ length: count }, (_, first) => {
    const every = files.filter((_file, index) => index % count === first);
    return nodeShare(`${first + 1}/${count}`, name, timeoutMs, every, priority);
  });
}

/** The same in two processes: tests below the level's folder start programs and wait for them. */
export function contractLevel(timeoutMs: number): Level {
  const name = 'contract';
  const files = testFiles(name);
  const programs = files.filter((file) => file.includes(path.sep));
  const others = files.filter((file) => !programs.includes(file));
  return {
    name,
    shares: [
      nodeShare('programs', name, timeoutMs, programs),
      nodeShare('', name, timeoutMs, others),
    ],
  };
}

/** The same in two processes of the lowest priority, in the time that levels leave which wait for an editor. */
export function backgroundNodeLevel(name: string, timeoutMs: number): Level {
  const { PRIORITY_LOW } = constants.priority;
  const shares = split(name, testFiles(name), timeoutMs, 2, PRIORITY_LOW);
  return { name, shares, pace: 'background' };
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
  const beside = ['documents/roundTrips', 'pages/unsavedChangesFuzz'];
  const files = [
    ...testFiles('laws'),
    ...beside.map((name) => path.join('..', 'unit', `${name}.test.mjs`)),
  ];
  return { name: 'laws', shares: split('laws', files, 1_200_000, 2) };
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
