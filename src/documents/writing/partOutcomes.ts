import type { Sent } from './performWrite';
import { mayHaveArrived, type OutcomeSoFar } from './outcome';
import type { Change } from '../../base/patch';
import type { Editing, Write } from '../../resources/kinds/kind';
import { isWithinMembers } from '../plan/savePlan';

export const partOutcomes = [
  'done',
  'failed',
  'notApplied',
  'unknown',
  'notSent',
] as const satisfies readonly OutcomeSoFar[];

export interface PartOutcome {
  readonly operation: string;
  readonly outcome: (typeof partOutcomes)[number];
}

export function changesOf(
  editing: Editing | undefined,
  { endpoint }: Pick<Write, 'endpoint'>,
  changes: readonly Change[],
): readonly Change[] {
  const part = editing?.parts?.find(({ write }) => write === endpoint);
  return part ? changes.filter(({ path }) => isWithinMembers(part.fields, path)) : changes;
}

export function toPartOutcomes(
  editing: Editing | undefined,
  plan: { readonly writes: readonly Write[]; readonly changes: readonly Change[] },
  sent: Sent,
  { arrived, kept }: { readonly arrived: readonly Change[]; readonly kept: readonly Change[] },
): readonly PartOutcome[] | undefined {
  if (plan.writes.length < 2) return undefined;
  const isIn = (requests: readonly { readonly endpoint: unknown }[], write: Write): boolean =>
    requests.some(({ endpoint }) => endpoint === write.endpoint);
  const { taken, refused = [], error } = sent;
  const open = plan.writes.find((write) => !isIn([...taken, ...refused], write));
  const has = (changes: readonly Change[], { path }: Change): boolean =>
    changes.some((each) => each.path === path);
  return plan.writes.map((write) => {
    const changes = changesOf(editing, write, plan.changes);
    const outcomeOf = (): PartOutcome['outcome'] => {
      if (changes.every((change) => has(arrived, change))) return 'done';
      if (isIn(refused, write)) return 'failed';
      if (changes.some((change) => has(kept, change))) {
        const isRefused = write === open && !mayHaveArrived(error);
        return isIn(taken, write) ? 'notApplied' : isRefused ? 'failed' : 'notSent';
      }
      if (isIn(taken, write)) return error === undefined ? 'done' : 'unknown';
      return write === open && mayHaveArrived(error) ? 'unknown' : 'notSent';
    };
    return { operation: write.endpoint.id, outcome: outcomeOf() };
  });
}
