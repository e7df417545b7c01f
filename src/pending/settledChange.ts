import * as z from 'zod/mini';
import {
  type StagedChange,
  type StagedState,
  combine,
  mayBeCreated,
  stagedState,
} from './stagedChange';
import { type Change, isEqual, overlaps } from '../base/patch';
import { storedChanges } from '../documents/history/changeLog';

const storedResult = z.object({
  at: z.number(),
  settledAt: z.number(),
  operation: z.optional(z.enum(['create', 'delete'])),
  /** Changes applied from earlier edits that this edit didn't include. */
  earlier: storedChanges,
  arrived: storedChanges,
  /** Undefined if the entire change was applied. */
  state: z.optional(stagedState),
});

const storedDrift = z.object({ at: z.number(), fields: z.array(z.array(z.string())) });

type Result = z.infer<typeof storedResult>;

/** The fields of a staged change that others changed; `at` is the stamp of the edit. */
type Drift = z.infer<typeof storedDrift>;

export interface SettledChange {
  readonly staged: StagedChange;
  /** Undefined if the entire change was applied. */
  readonly state?: StagedState;
  /** The fields that were applied nevertheless. */
  readonly arrived?: readonly Change[];
}

export function parseResult(stored: unknown): Result | undefined {
  return storedResult.safeParse(stored).data;
}

export function parseDrift(stored: unknown): Drift | undefined {
  return storedDrift.safeParse(stored).data;
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
