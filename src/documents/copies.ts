import type { Documents } from './documents';
import { apply, type Change } from '../base/patch';
import { planSave, type SavePlan } from './plan/savePlan';
import type { JsonObject } from '../base/json';
import { findKind } from '../resources/kinds/kinds';
import type { ResourceReference } from '../resources/reference';
import type { Guard } from './writing/guard';
import type { Outcome } from './writing/outcome';
import { WriteError } from './writing/writeError';

/** The same changes for another resource of the kind: what would be sent, or why nothing can be. */
export type Copy =
  | {
      readonly target: ResourceReference;
      readonly theirs: JsonObject;
      readonly mine: JsonObject;
      readonly plan: SavePlan;
    }
  | { readonly target: ResourceReference; readonly error: unknown };

export interface CopyResult {
  readonly target: ResourceReference;
  readonly outcome: Outcome | 'nothing';
  readonly error?: unknown;
}

/**
 * Plans the same changes for several resources; one that can't be read doesn't affect the others.
 */
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

/** Sends planned copies one at a time; each is compared with what was reviewed. */
export async function performCopies(
  documents: Documents,
  copies: readonly Copy[],
  onResult: (result: CopyResult) => void,
  options: { readonly signal?: AbortSignal; readonly guard?: Guard } = {},
): Promise<CopyResult[]> {
  const results: CopyResult[] = [];
  for (const copy of copies) {
    // One at a time, so that cancelling stops the rest.
    const result = await performCopy(documents, copy, options);
    results.push(result);
    onResult(result);
  }
  return results;
}

async function performCopy(
  documents: Documents,
  copy: Copy,
  { signal, guard }: { readonly signal?: AbortSignal; readonly guard?: Guard },
): Promise<CopyResult> {
  const { target } = copy;
  if ('error' in copy) return { target, outcome: 'failed', error: copy.error };
  if (copy.plan.writes.length === 0) return { target, outcome: 'nothing' };
  try {
    const sides = { base: copy.theirs, mine: copy.mine };
    await documents.change(target, () => sides, { guard, progress: (work) => work(signal) });
    return { target, outcome: 'done' };
  } catch (error) {
    return { target, outcome: error instanceof WriteError ? error.outcome : 'failed', error };
  }
}
