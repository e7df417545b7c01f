import * as z from 'zod/mini';
import { type Change, isEqual, overlaps } from '../base/patch';
import { storedChanges, storedReference } from '../documents/history/changeLog';
import { type ResourceReference, toKey } from '../resources/reference';
import { storedId } from '../resources/storage/stored';

/** Who made a change. `unknown`: an earlier version staged it, which didn't say. */
export const origins = ['person', 'folder', 'model', 'extension', 'unknown'] as const;
export type Origin = (typeof origins)[number];

export const stagedState = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pending') }),
  z.object({ type: z.literal('conflict'), fields: z.array(z.array(z.string())) }),
  z.object({ type: z.literal('drifted'), fields: z.array(z.array(z.string())) }),
  z.object({
    type: z.literal('failed'),
    text: z.string(),
    fields: z.array(z.object({ path: z.array(z.string()), detail: z.string() })),
  }),
  z.object({
    type: z.literal('unknown'),
    text: z.string(),
    /** For a creation, the ids in its collection before; absent if unknown. */
    before: z.optional(z.array(storedId)),
    /** True if nobody waited for the answer, so that it may be applied since. */
    isLate: z.optional(z.boolean()),
  }),
]);

const storedChange = z.object({
  reference: storedReference,
  origin: z.catch(z.enum(origins), 'unknown'),
  path: z.string(),
  at: z.number(),
  changes: storedChanges,
  reason: z.optional(z.string()),
  operation: z.optional(z.enum(['create', 'delete'])),
  file: z.optional(z.object({ folder: z.string(), path: z.string() })),
  state: stagedState,
});

/** `drifted`: others changed its starting values. `unknown`: checked before it is applied again. */
export type StagedState = z.infer<typeof stagedState>;

/** A change to one resource, waiting to be applied. Without secrets, because documents have none. */
export interface StagedChange {
  readonly reference: ResourceReference;
  /** Who staged all of it: what others stage for the same resource is a change of its own. */
  readonly origin: Origin;
  readonly path: string;
  /** When it was last edited, in milliseconds since the epoch. */
  readonly at: number;
  readonly changes: readonly Change[];
  readonly reason?: string | undefined;
  /**
   * A resource to create has a name in place of an id, and all its fields are changes; for one to
   * delete, the changes remove all known fields.
   */
  readonly operation?: 'create' | 'delete' | undefined;
  /** The file that it was planned from, until it is edited here. */
  readonly file?: StagedFile | undefined;
  readonly state: StagedState;
}

export interface StagedFile {
  readonly folder: string;
  readonly path: string;
}

export function parseStaged(stored: unknown): StagedChange | undefined {
  return storedChange.safeParse(stored).data;
}

/** Each origin has at most one change for each resource. */
export type StagedId = Pick<StagedChange, 'reference' | 'origin'>;

export function toStagedName({ reference, origin }: StagedId): string {
  // As earlier versions stored it.
  return origin === 'unknown' ? toKey(reference) : `${origin}:${toKey(reference)}`;
}

export function toStagedKey(staged: StagedId): string {
  return `item/${toStagedName(staged)}`;
}

/** True if a resource may have been created: it's searched for before it is created again. */
export function mayBeCreated({
  operation,
  state,
}: Pick<StagedChange, 'operation' | 'state'>): boolean {
  return operation === 'create' && state.type === 'unknown';
}

export function isForeign({ origin }: Pick<StagedChange, 'origin'>): boolean {
  return origin !== 'person';
}

/** The later change of a field wins; one back to the original value removes the earlier change. */
export function combine(staged: readonly Change[], added: readonly Change[]): readonly Change[] {
  const kept = staged.filter(({ path }) => !added.some((each) => overlaps(each.path, path)));
  return [...kept, ...added.filter(({ before, after }) => !isEqual(before, after))];
}

/** True if changes contradict what is staged for a resource, or its creation or deletion. */
export function replacesStaged(
  earlier: Pick<StagedChange, 'changes' | 'operation'>,
  changes: readonly Change[],
): boolean {
  return (
    earlier.operation !== undefined ||
    earlier.changes.some((each) => changes.some(({ path }) => overlaps(path, each.path)))
  );
}

/** The state after changes were added: fields that need a decision still need it. */
export function stateAfter(
  earlier: StagedState | undefined,
  staged: readonly Change[],
  added: readonly Change[],
): StagedState {
  if (earlier?.type !== 'drifted' && earlier?.type !== 'conflict') return { type: 'pending' };
  const isIn = (field: readonly string[], changes: readonly Change[]): boolean =>
    changes.some(({ path }) => overlaps(field, path));
  const fields = earlier.fields.filter((field) => isIn(field, staged) && !isIn(field, added));
  return fields.length > 0 ? { ...earlier, fields } : { type: 'pending' };
}
