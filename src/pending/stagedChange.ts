import * as z from 'zod';
import { type Change, isEqual, overlaps } from '../base/patch';
import { storedChanges, storedReference } from '../documents/history/storedForm';
import { type ResourceReference, toKey } from '../resources/reference';

const stagedState = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pending') }),
  z.object({ type: z.literal('conflict'), fields: z.array(z.array(z.string())) }),
  z.object({ type: z.literal('drifted'), fields: z.array(z.array(z.string())) }),
  z.object({
    type: z.literal('failed'),
    text: z.string(),
    fields: z.array(z.object({ path: z.array(z.string()), detail: z.string() })),
  }),
  z.object({ type: z.literal('unknown'), text: z.string() }),
]);

const storedChange = z.object({
  reference: storedReference,
  path: z.string(),
  at: z.number(),
  changes: storedChanges,
  reason: z.string().optional(),
  operation: z.enum(['create', 'delete']).optional(),
  file: z.object({ folder: z.string(), path: z.string() }).optional(),
  state: stagedState,
});

/**
 * What became of a staged change so far. `drifted`: others changed what it starts from, and the
 * person decides. `unknown`: it may have been applied; applying it again looks first. One that was
 * applied isn't kept.
 */
export type StagedState = z.infer<typeof stagedState>;

/** A change to one resource that waits to be applied. Documents hold no secrets, so it has none. */
export interface StagedChange {
  readonly reference: ResourceReference;
  /** The path of its document, made of names. */
  readonly path: string;
  /** When it was last edited, in milliseconds since the epoch. */
  readonly at: number;
  /** The changed fields: the value when the person changed each, and the new one. */
  readonly changes: readonly Change[];
  /** Why, for the history. */
  readonly reason?: string | undefined;
  /**
   * What it does other than change fields. What is to be created has a name in place of an id, and
   * all its fields are changes; of what is to be deleted, all known fields go.
   */
  readonly operation?: 'create' | 'delete' | undefined;
  /** The file that asked for it, until it is edited here. */
  readonly file?: StagedFile | undefined;
  readonly state: StagedState;
}

/** A file in a folder that was planned from. */
export interface StagedFile {
  /** The folder's URI. */
  readonly folder: string;
  readonly path: string;
}

/** Reads a stored change; undefined if it's damaged. */
export function parseStaged(stored: unknown): StagedChange | undefined {
  return storedChange.safeParse(stored).data;
}

/** The key under which the change of a resource is stored: there is one at most. */
export function toStagedKey(reference: ResourceReference): string {
  return `item/${toKey(reference)}`;
}

/**
 * Adds changes to those that were staged before. The later one of a field counts; one back to what
 * the field was takes the earlier one away.
 */
export function combine(staged: readonly Change[], added: readonly Change[]): readonly Change[] {
  const kept = staged.filter(({ path }) => !added.some((each) => overlaps(each.path, path)));
  return [...kept, ...added.filter(({ before, after }) => !isEqual(before, after))];
}
