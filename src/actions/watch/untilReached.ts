import type { WatchOutcome, WatchServices, WatchedTask } from './task';
import { ApiError } from '../../api/errors';
import { sleep } from '../../api/scheduling/clock';
import type { Resource } from '../../resources/kinds/kind';

/** How often to read, in milliseconds: more rarely the longer it takes. */
const pauses = [
  { until: 60_000, every: 5_000 },
  { until: 600_000, every: 20_000 },
  { until: Number.POSITIVE_INFINITY, every: 60_000 },
] as const;

/** What ends the watch of a resource. */
interface Goal {
  readonly isReached: (resource: Resource) => boolean;
  /** Whether the goal can no longer be reached; defaults to never. */
  readonly isMissed?: (resource: Resource) => boolean;
  /** How long to wait for it, in milliseconds. */
  readonly patience: number;
}

/**
 * Reads a task's subject until it reaches the goal, and shows it. A failed read doesn't end the
 * watch: what is being created may not exist yet. @throws the signal's reason when it aborts.
 */
export async function untilReached(
  { client, store, clock }: WatchServices,
  { subject, startedAt }: WatchedTask,
  signal: AbortSignal,
  { isReached, isMissed, patience }: Goal,
): Promise<WatchOutcome> {
  for (;;) {
    let unread: Pick<WatchOutcome, 'error'> = {};
    const elapsed = clock.now() - startedAt;
    const { every } = pauses.find(({ until }) => elapsed < until) ?? pauses[2];
    // oxlint-disable-next-line no-await-in-loop
    await sleep(clock, every, signal);
    try {
      // oxlint-disable-next-line no-await-in-loop
      const resource = await client.read(subject, { signal, priority: 'background' });
      store.replace(subject, resource);
      if (isReached(resource)) return { state: 'completed', reference: subject };
      if (isMissed?.(resource)) return { state: 'failed', reference: subject };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
      unread = { error };
    }
    if (clock.now() - startedAt >= patience) {
      return { state: 'unknown', reference: subject, ...unread };
    }
  }
}
