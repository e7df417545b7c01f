import type { Resource } from '../resources/kinds/kind';
import { toNumber } from '../base/json';

/** A server whose use of disk or memory reaches this share needs attention. */
export const fullShare = 0.9;

const fields = {
  disk: ['usedDiskSpace', 'totalDiskSpace', 'availableDiskSpace'],
  memory: ['usedMemory', 'totalMemory', 'availableMemory'],
} as const;

/** The used share of disk or memory, as the server's overview shows it. */
export function shareOf(health: Resource, what: keyof typeof fields): number | undefined {
  const [used, total, available] = fields[what].map((name) => toNumber(health[name]));
  if (total === undefined || total <= 0) return undefined;
  const taken = used ?? (available === undefined ? undefined : total - available);
  return taken === undefined || taken < 0 || taken > total ? undefined : taken / total;
}

/** The load average that a server reported. */
export function loadOf({ loadAverage }: Resource): number | undefined {
  const load = toNumber(loadAverage);
  return load === undefined || load < 0 ? undefined : load;
}
