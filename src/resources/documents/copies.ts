import type { Documents } from './documents';
import { apply, type Change } from './patch';
import { planSave, type SavePlan } from './savePlan';
import type { JsonObject } from '../../shared/json';
import { findKind } from '../kinds/kinds';
import type { ResourceReference } from '../reference';

/** The same changes for another resource of the kind: what would be sent, or why nothing can be. */
export type Copy =
  | {
      readonly target: ResourceReference;
      readonly theirs: JsonObject;
      readonly mine: JsonObject;
      readonly plan: SavePlan;
    }
  | { readonly target: ResourceReference; readonly error: unknown };

/** What became of one copy. */
export interface CopyResult {
  readonly target: ResourceReference;
  readonly outcome: 'done' | 'nothing' | 'failed';
  readonly error?: unknown;
}

/** Plans the same changes for several resources; one that can't be read spoils no other. */
export function planCopies(
  documents: Documents,
  targets: readonly ResourceReference[],
  changes: readonly Change[],
  signal?: AbortSignal,
): Promise<Copy[]> {
  return Promise.all(
    targets.map(async (target) => {
      try {
        const theirs = await documents.live(target, { signal });
        const mine = apply(theirs, changes);
        const plan = planSave(findKind(target.kind), { base: theirs, mine, theirs });
        return { target, theirs, mine, plan };
      } catch (error) {
        return { target, error };
      }
    }),
  );
}

/** Sends what was planned, one after the other; each is checked against what was reviewed. */
export async function performCopies(
  documents: Documents,
  copies: readonly Copy[],
  onResult: (result: CopyResult) => void,
  signal?: AbortSignal,
): Promise<CopyResult[]> {
  const results: CopyResult[] = [];
  for (const copy of copies) {
    // One at a time: a person who cancels wants the rest not sent.
    // oxlint-disable-next-line no-await-in-loop
    const result = await perform(documents, copy, signal);
    results.push(result);
    onResult(result);
  }
  return results;
}

async function perform(
  documents: Documents,
  copy: Copy,
  signal: AbortSignal | undefined,
): Promise<CopyResult> {
  const { target } = copy;
  if ('error' in copy) return { target, outcome: 'failed', error: copy.error };
  if (copy.plan.writes.length === 0) return { target, outcome: 'nothing' };
  try {
    await documents.change(target, { base: copy.theirs, mine: copy.mine }, signal);
    return { target, outcome: 'done' };
  } catch (error) {
    return { target, outcome: 'failed', error };
  }
}
