import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** Delay per folder between the window's and the agent's, in milliseconds. */
const perFolderMs = 50;
const mostFolders = 6;

/** Delays of windows without the agent's folder, in milliseconds: the last used one, and others. */
const lastUsedMs = 500;
const otherMs = 1_200;

/** What decides whether a window is the right one for an agent. */
interface Window {
  readonly folders: readonly string[];
  readonly isLastUsed: boolean;
}

/**
 * How long a window leaves an agent to others, in milliseconds. The window whose folder the agent
 * runs in is first, the nearest of several; then the one that the person used last.
 */
export async function patienceFor(
  workingFolder: string,
  { folders, isLastUsed }: Window,
): Promise<number> {
  const distances = await Promise.all(folders.map((each) => distanceTo(workingFolder, each)));
  const nearest = Math.min(...distances);
  if (nearest < Infinity) return Math.min(nearest, mostFolders) * perFolderMs;
  return isLastUsed ? lastUsedMs : otherMs;
}

/** How many folders `inner` is below `outer`; infinite if it isn't in it. */
async function distanceTo(inner: string, outer: string): Promise<number> {
  // A program's working folder is a real path; the path of an opened folder may contain links.
  const real = await realpath(outer).catch(() => outer);
  const way = path.relative(real, inner);
  if (way === '') return 0;
  const steps = way.split(path.sep);
  return steps[0] === '..' || path.isAbsolute(way) ? Infinity : steps.length;
}
