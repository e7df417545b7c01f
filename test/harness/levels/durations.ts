import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { downloads, root } from '../system/paths';

/** The durations in milliseconds of the shares of an earlier run, by level and title. */
export type Durations = Readonly<Record<string, number | undefined>>;

/** Those of a fresh clone, so that its first run has an order, too. */
const committed = path.join(root, 'test/durations.json');
const measured = path.join(downloads, 'durations.json');

/** Reads the durations of the last run here, or else those that come with the project. */
export async function readDurations(): Promise<Durations> {
  return { ...(await read(committed)), ...(await read(measured)) };
}

async function read(file: string): Promise<Durations> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    return parsed !== null && typeof parsed === 'object' ? (parsed as Durations) : {};
  } catch {
    return {};
  }
}

/** Saves the durations of this run for the order of the next one. */
export async function writeDurations(durations: Durations): Promise<void> {
  await mkdir(downloads, { recursive: true });
  await writeFile(
    measured,
    JSON.stringify({ ...(await read(measured)), ...durations }, undefined, 2),
  );
}

/** Sorts what took longest first; what has no duration yet may be long, so that it comes before. */
export function longestFirst<T>(
  items: readonly T[],
  toName: (item: T) => string,
  durations: Durations,
): T[] {
  const toDuration = (item: T): number => durations[toName(item)] ?? Number.POSITIVE_INFINITY;
  return items.toSorted((one, other) => {
    const [a, b] = [toDuration(one), toDuration(other)];
    return a === b ? 0 : b - a;
  });
}
