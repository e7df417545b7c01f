import * as z from 'zod/mini';
import type { Clock } from '../../api/scheduling/clock';
import { isKindId, type KindId } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Outcome } from '../../documents/writing/outcome';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/store/resourceStore';
import type { KeptSort } from '../../resources/storage/keptValues';
import { listOf, storedId } from '../../resources/storage/readStored';

/** Work that continues at the service after its request and whose state can be read. */
const watchKinds = ['deployment', 'certificate', 'connection', 'cache'] as const;
export type WatchKind = (typeof watchKinds)[number];

const task = z.object({
  id: z.string(),
  kind: z.enum(watchKinds),
  subject: z.object({
    account: z.string(),
    kind: z.custom<KindId>(isKindId),
    ids: z.array(storedId),
  }),
  /** In milliseconds since the epoch. */
  startedAt: z.number(),
  before: z.record(z.string(), z.nullable(storedId)),
});

export interface WatchedTask {
  readonly id: string;
  readonly kind: WatchKind;
  readonly subject: ResourceReference;
  readonly startedAt: number;
  readonly before: TaskStart;
}

export type TaskStart = Readonly<Record<string, string | number | null>>;

export const keptTasks: KeptSort<readonly WatchedTask[]> = { prefix: '', schema: listOf(task) };

/** How something ended; `unknown` if that couldn't be found out. */
export interface WatchOutcome {
  readonly state: Extract<Outcome, 'done' | 'failed' | 'unknown'>;
  readonly reference: ResourceReference | undefined;
  /** Why the latest state couldn't be read, so that nothing is known of it. */
  readonly error?: unknown;
}

export interface WatchServices {
  readonly client: Pick<ResourceClient, 'read'>;
  readonly store: Pick<ResourceStore, 'find' | 'replace'>;
  readonly clock: Clock;
}
