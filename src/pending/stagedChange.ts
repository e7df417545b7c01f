import * as z from 'zod/mini';
import {
  apply,
  type Change,
  diff,
  isEqual,
  memberAt,
  overlaps,
  type Path,
  type JsonObject,
} from '../base/json';
import { storedChanges } from '../documents/history/changeLog';
import { type ResourceReference, toKey } from '../resources/reference';
import { storedId, storedReference } from '../resources/storage/stored';
import { toSegment } from '../resources/names/resourceNames';
import { fileEndingOf, findKind, lineage, type ResourceKind } from '../resources/kinds/kinds';

/** Who made a change. `unknown`: an earlier version staged it, which didn't say. */
export const origins = ['person', 'folder', 'model', 'extension', 'unknown'] as const;
export type Origin = (typeof origins)[number];

const stagedState = z.discriminatedUnion('type', [
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

/** A change to one resource, waiting to be applied. Without secrets, because documents have none. */
export const storedChange = z.object({
  reference: storedReference,
  /** Who staged it. What others stage for the same resource is a separate change. */
  origin: z.catch(z.enum(origins), 'unknown'),
  path: z.string(),
  /** When it was last edited, in milliseconds since the epoch. */
  at: z.number(),
  changes: storedChanges,
  reason: z.optional(z.string()),
  /**
   * A resource to create has a name in place of an id, and all its fields are changes; for one to
   * delete, the changes remove all known fields.
   */
  operation: z.optional(z.enum(['create', 'delete'])),
  /** The file that it was planned from, until it is edited here. */
  file: z.optional(z.object({ folder: z.string(), path: z.string() })),
  state: stagedState,
});

type StoredChange = z.infer<typeof storedChange>;

/** `drifted`: others changed its starting values. `unknown`: checked before it is applied again. */
export type StagedState = StoredChange['state'];

export interface StagedChange extends Readonly<Omit<StoredChange, 'reference' | 'changes'>> {
  readonly reference: ResourceReference;
  readonly changes: readonly Change[];
}

export type StagedFile = NonNullable<StagedChange['file']>;

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
function combine(staged: readonly Change[], added: readonly Change[]): readonly Change[] {
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
function stateAfter(
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

export interface Staging extends Pick<
  StagedChange,
  'reference' | 'origin' | 'path' | 'changes' | 'reason' | 'operation' | 'file'
> {
  /** The fields that others changed; by default, the change is ready to be applied. */
  readonly drifted?: readonly Path[] | undefined;
}

export function toStaged(
  { reference, origin, changes, operation, drifted, ...staging }: Staging,
  earlier: StagedChange | undefined,
): Omit<StagedChange, 'path' | 'at'> {
  const isReplaced =
    earlier?.operation !== operation ||
    (staging.file !== undefined && earlier?.file?.folder === staging.file.folder);
  const others = isReplaced ? [] : (earlier?.changes ?? []);
  // A folder must not revert what another one staged.
  const file = others.length === 0 ? staging.file : undefined;
  const reason = staging.reason ?? earlier?.reason;
  return {
    reference,
    origin,
    changes: combine(others, changes),
    ...(reason === undefined ? {} : { reason }),
    ...(operation ? { operation } : {}),
    ...(file ? { file } : {}),
    state: drifted
      ? { type: 'drifted', fields: drifted.map((path) => [...path]) }
      : earlier && mayBeCreated({ operation, state: earlier.state })
        ? earlier.state
        : stateAfter(earlier?.state, others, changes),
  };
}

/** The path, or one with the id if another resource has it: only the path distinguishes rows. */
export function freePath(
  { path, reference, origin }: Staging,
  taken: ReadonlyMap<string, string>,
): string {
  const own = toStagedKey({ reference, origin });
  const isFree = (each: string): boolean => (taken.get(each) ?? own) === own;
  if (isFree(path)) return path;
  const id = reference.ids.join('-').replaceAll('/', '-');
  const withId = path.replace(/(\.[a-z-]+\.[a-z]+)$/, (suffix) => `~${id}${suffix}`);
  const withAccount = withId.replace(/^\/([^/]*)/, `/$1~${reference.account}`);
  const withOrigin = withAccount.replace(/^\/([^/]*)/, `/$1~${origin}`);
  return [withId, withAccount].find(isFree) ?? withOrigin;
}

/** Source Control shows the last segment as the row, and offers no way to set another label. */
export function toPendingPath(
  { kind }: ResourceReference,
  trail: readonly string[],
  folderOf: (kind: ResourceKind) => string,
): string {
  const [account = '', ...names] = trail;
  const segments = lineage(kind).flatMap((level, index) => {
    const name = names[index] ?? '';
    return index === 0 || !level.variable ? [name] : [folderOf(level), name];
  });
  const path = [account, ...segments].map((each) => toSegment(each) || '-').join('/');
  return `/${path}.${fileEndingOf(findKind(kind))}`;
}

export const storedResult = z.object({
  at: z.number(),
  settledAt: z.number(),
  operation: z.optional(z.enum(['create', 'delete'])),
  /** Changes applied from earlier edits that this edit didn't include. */
  earlier: storedChanges,
  arrived: storedChanges,
  /** Undefined if the entire change was applied. */
  state: z.optional(stagedState),
});

/** The fields of a staged change that others changed; `at` is the stamp of the edit. */
export const storedDrift = z.object({ at: z.number(), fields: z.array(z.array(z.string())) });

type Result = z.infer<typeof storedResult>;

type Drift = z.infer<typeof storedDrift>;

export interface SettledChange {
  readonly staged: StagedChange;
  /** Undefined if the entire change was applied. */
  readonly state?: StagedState;
  /** The fields that were applied nevertheless. */
  readonly arrived?: readonly Change[];
}

export function toResult(
  { staged, state, arrived: applied = [] }: SettledChange,
  previous: Result | undefined,
  settledAt: number,
): Result {
  const { at, operation, changes } = staged;
  const isSame = previous?.at === at;
  const { earlier = [], arrived = [] } = previous ?? {};
  return {
    at,
    settledAt,
    ...(operation ? { operation } : {}),
    earlier: [...(isSame ? earlier : combine(earlier, arrived))],
    arrived: [...(isSame ? arrived : []), ...(state ? applied : changes)],
    ...(state ? { state } : {}),
  };
}

/** Undefined if nothing is left. An edit without knowledge of the result starts from it. */
export function toPresent(
  item: StagedChange,
  result: Result | undefined,
  drift: Drift | undefined,
): StagedChange | undefined {
  const present = result ? withResult(item, result) : item;
  const isDrifted = drift?.at === item.at && present?.state.type === 'pending';
  return isDrifted ? { ...present, state: { type: 'drifted', fields: drift.fields } } : present;
}

function withResult(item: StagedChange, result: Result): StagedChange | undefined {
  const { arrived, state, operation } = result;
  const changes = startFrom(result.earlier, item.changes);
  if (result.at === item.at) {
    if (!state) return undefined;
    const left = changes.filter(({ path }) => !arrived.some((each) => overlaps(each.path, path)));
    return { ...item, state, changes: left.length > 0 ? left : changes };
  }
  // A created resource isn't created again, and a deleted one has nothing left to change.
  if (operation && !state) return undefined;
  const left = startFrom(arrived, changes);
  if (left.length === 0 && !item.operation) return undefined;
  const isKept = state && mayBeCreated({ operation: item.operation, state });
  return { ...item, changes: left, ...(isKept ? { state } : {}) };
}

/** Changes that were edited while others were applied: they start from what was applied. */
function startFrom(applied: readonly Change[], edited: readonly Change[]): readonly Change[] {
  if (applied.length === 0) return edited;
  return edited
    .map((change) => {
      const same = applied.find(({ path }) => isEqual([...path], [...change.path]));
      return same ? { ...change, before: same.after } : change;
    })
    .filter(({ before, after }) => !isEqual(before, after));
}

/** The sides of a save that applies a staged change to the live content. */
export function toSides(
  changes: readonly Change[],
  theirs: JsonObject,
): { readonly base: JsonObject; readonly mine: JsonObject } {
  const started = changes.map(({ path, before }) => ({ path, before: undefined, after: before }));
  const base = apply(theirs, started);
  return { base, mine: apply(base, changes) };
}

/** A field that wasn't edited keeps its starting value, so that a conflict in it remains. */
export function withEdits(
  { changes }: Pick<StagedChange, 'changes'>,
  live: JsonObject,
  mine: JsonObject,
): readonly Change[] {
  const typed = diff(apply(live, changes), mine);
  const isTyped = ({ path }: Change): boolean => typed.some((each) => overlaps(each.path, path));
  return [
    ...changes.filter((change) => !isTyped(change)),
    ...diff(live, mine).filter((change) => isTyped(change)),
  ];
}

/** The fields that others have since changed to a value other than the staged one. */
export function driftOf(changes: readonly Change[], live: JsonObject): readonly Path[] {
  return changes
    .filter(({ path, before, after }) => {
      const now = memberAt(live, path);
      return !isEqual(now, before) && !isEqual(now, after);
    })
    .map(({ path }) => path);
}

export function onTopOf(live: JsonObject, changes: readonly Change[]): readonly Change[] {
  return diff(live, apply(live, changes));
}
