import type { Resource } from './kinds/kind';
import { toNumber } from '../base/json';

/** A server whose use of disk or memory reaches this share needs attention. */
export const fullShare = 0.9;

/** The names of these amounts in a report of a server's health, and among its machine's facts. */
const fields = {
  disk: {
    used: ['usedDiskSpace'],
    total: ['totalDiskSpace', 'diskTotal'],
    free: ['availableDiskSpace', 'diskFree'],
  },
  memory: {
    used: ['usedMemory'],
    total: ['totalMemory'],
    free: ['availableMemory', 'freeMemory'],
  },
} as const;

interface Use {
  readonly used: number;
  readonly total: number;
  readonly share: number;
}

/** How much disk or memory is used; undefined if the report doesn't say, or can't be true. */
export function useOf(report: Resource, what: keyof typeof fields): Use | undefined {
  const amount = (names: readonly string[]): number | undefined =>
    names.map((name) => toNumber(report[name])).find((value) => value !== undefined);
  const [total, free] = [amount(fields[what].total), amount(fields[what].free)];
  if (total === undefined || total <= 0) return undefined;
  const used = amount(fields[what].used) ?? (free === undefined ? undefined : total - free);
  if (used === undefined || used < 0 || used > total) return undefined;
  return { used, total, share: used / total };
}

export function loadOf({ loadAverage }: Resource): number | undefined {
  const load = toNumber(loadAverage);
  return load === undefined || load < 0 ? undefined : load;
}
