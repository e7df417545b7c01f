import type { FixCommand, RuleId, Severity, Verdict } from './finding';
import type { Known, Knowledge } from './knowledge';
import type { KindId } from '../resources/kinds/kinds';
import type { CollectionReference, Target } from '../resources/reference';

export interface RuleContext {
  /** In milliseconds since the epoch. */
  readonly now: number;
  readonly isPending: (collection: CollectionReference) => boolean;
}

export interface Judgment {
  readonly target: Target;
  readonly verdict: Verdict;
  /** Defaults to those of the rule. */
  readonly fixes?: readonly FixCommand[];
}

export interface Rule {
  readonly id: RuleId;
  readonly severity: Severity;
  readonly fixes: readonly FixCommand[];
  readonly judge: (knowledge: Knowledge, context: RuleContext) => Iterable<Judgment>;
}

export function perResource(
  kind: KindId,
  judge: (known: Known['resource'], context: RuleContext) => Verdict,
  fixes?: readonly FixCommand[],
): Rule['judge'] {
  return function* judgeEach(knowledge, context) {
    for (const { reference, resource } of knowledge.of(kind)) {
      const verdict = judge(resource, context);
      yield fixes ? { target: reference, verdict, fixes } : { target: reference, verdict };
    }
  };
}
