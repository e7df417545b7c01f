import { latestIdOf, projectOf, watchDeployment } from './deployment';
import type { TaskStart, WatchedTask, WatchKind, WatchOutcome, WatchServices } from './task';
import type { Resource } from '../../resources/kinds/kind';
import type { ResourceReference } from '../../resources/reference';
import { minuteMs } from '../../base/moment';
import { ApiError } from '../../api/errors';
import { sleep } from '../../api/scheduling/clock';

/** How often to read, in milliseconds: more rarely the longer it takes. */
const pauses = [
  { until: 60_000, every: 5_000 },
  { until: 600_000, every: 20_000 },
  { until: Number.POSITIVE_INFINITY, every: 60_000 },
] as const;

interface Goal {
  readonly isReached: (resource: Resource) => boolean;
  /** True if the goal can no longer be reached; defaults to never. */
  readonly isMissed?: (resource: Resource) => boolean;
  /** How long to wait for it, in milliseconds. */
  readonly maxWaitMs: number;
}

/**
 * A failed read doesn't end the watch: what is being created may not exist yet.
 * @throws the signal's reason when it aborts.
 */
async function untilReached(
  { client, store, clock }: WatchServices,
  { subject, startedAt }: WatchedTask,
  signal: AbortSignal,
  { isReached, isMissed, maxWaitMs }: Goal,
): Promise<WatchOutcome> {
  for (;;) {
    let unread: Pick<WatchOutcome, 'error'> = {};
    const elapsed = clock.now() - startedAt;
    const { every } = pauses.find(({ until }) => elapsed < until) ?? pauses[2];
    await sleep(clock, every, signal);
    try {
      const resource = await client.read(subject, { signal, priority: 'background' });
      store.replace(subject, resource);
      if (isReached(resource)) return { state: 'done', reference: subject };
      if (isMissed?.(resource)) return { state: 'failed', reference: subject };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
      unread = { error };
    }
    if (clock.now() - startedAt >= maxWaitMs) {
      return { state: 'unknown', reference: subject, ...unread };
    }
  }
}

interface WatchDefinition {
  /** Returns undefined if the service reports no state, or if the task has already ended. */
  readonly start: (
    subject: ResourceReference,
    before: Resource | undefined,
    now: Resource | undefined,
  ) => TaskStart | undefined;
  readonly watch: (
    services: WatchServices,
    task: WatchedTask,
    signal: AbortSignal,
  ) => Promise<WatchOutcome>;
}

/** These distinguish a certificate from the next one of the same domain. */
const certificateFields = ['id', 'validUntil', 'renewalDate', 'created_at'] as const;

export const watchDefinitions: Readonly<Record<WatchKind, WatchDefinition>> = {
  deployment: {
    start(subject, before, now) {
      const project = projectOf(subject, now)?.ids[0];
      const latest = latestIdOf(before);
      if (project === undefined) return undefined;
      return { project, ...(latest === undefined ? {} : { latest }) };
    },
    watch(services, { subject, before }, signal) {
      const { account } = subject;
      const { project, latest } = before;
      const started = {
        subject,
        project: { account, kind: 'atomicProject', ids: [project ?? ''] },
        before: latest,
      } as const;
      return watchDeployment(services, started, signal);
    },
  },

  certificate: {
    start(_subject, before, now) {
      const known = toStart(before);
      return now && isIssued(now, known) ? undefined : known;
    },
    watch: (services, task, signal) =>
      untilReached(services, task, signal, {
        isReached: (resource) => isIssued(resource, task.before),
        maxWaitMs: 15 * minuteMs,
      }),
  },

  connection: {
    start: (_subject, _before, now) => (now && isConnected(now) ? undefined : {}),
    watch: (services, task, signal) =>
      untilReached(services, task, signal, { isReached: isConnected, maxWaitMs: 120 * minuteMs }),
  },

  cache: {
    // `Completed` is the only documented state: any other one means work only if it's new.
    start(_subject, before, now) {
      const [was, is] = [before?.['status'], now?.['status']];
      if (typeof was !== 'string' || typeof is !== 'string') return undefined;
      return is === was || isSettled(is, was) ? undefined : { status: was };
    },
    watch: (services, task, signal) =>
      untilReached(services, task, signal, {
        isReached: ({ status }) => isSettled(status, task.before['status']),
        isMissed: ({ status }) => /fail|error/i.test(String(status)),
        maxWaitMs: 30 * minuteMs,
      }),
  },
};

function isSettled(status: unknown, before: unknown): boolean {
  return status === before || String(status).toLowerCase() === 'completed';
}

function isConnected({ connected }: Resource): boolean {
  return connected === true;
}

function isIssued(resource: Resource, before: TaskStart): boolean {
  if (typeof resource['validUntil'] !== 'string') return false;
  const now = toStart(resource);
  return certificateFields.some((name) => now[name] !== before[name]);
}

function toStart(resource: Resource | undefined): TaskStart {
  return Object.fromEntries(
    certificateFields.map((name) => {
      const value = resource?.[name];
      return [name, typeof value === 'string' || typeof value === 'number' ? value : null];
    }),
  );
}
