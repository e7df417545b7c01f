import {
  type Finding,
  findingKey,
  type Rule,
  type RuleContext,
  type RuleId,
  severities,
  type Severity,
} from './finding';
import type { Knowledge } from './knowledge';
import type { Target } from '../resources/reference';
import { certificateRules } from './rules/certificates';
import { jobRules } from './rules/jobs';
import { securityRules } from './rules/security';
import { serverRules, softwareRules } from './rules/servers';

export type SeverityChoice = Severity | 'off';

export interface Evaluation {
  /** Most severe first. */
  readonly findings: readonly Finding[];
  readonly fine: () => ReadonlySet<string>;
}

/** Applies all rules to what is known, step by step and without a request. */
export function* evaluate(
  knowledge: Knowledge,
  context: RuleContext,
  severityOf: (rule: RuleId) => SeverityChoice | undefined = () => undefined,
): Generator<unknown, Evaluation> {
  const findings: Finding[] = [];
  const fine: (readonly [RuleId, readonly Target[]])[] = [];
  for (const { id, severity: usual, fixes: general, judge } of rules) {
    const severity = severityOf(id) ?? usual;
    if (severity === 'off') continue;
    const targets: Target[] = [];
    for (const { target, verdict, fixes = general } of judge(knowledge, context)) {
      yield;
      if (verdict === undefined) continue;
      if (verdict !== 'fine') {
        findings.push({ rule: id, severity, target, sentence: verdict, fixes });
      } else if (severity === 'critical') targets.push(target);
    }
    fine.push([id, targets]);
  }
  const rank = (severity: Severity): number => severities.indexOf(severity);
  return {
    findings: findings.toSorted((a, b) => rank(a.severity) - rank(b.severity)),
    // Computed only if something becomes critical, because the set is large.
    fine: () => new Set(fine.flatMap(([id, all]) => all.map((target) => findingKey(id, target)))),
  };
}

export const rules: readonly Rule[] = [
  ...certificateRules,
  ...serverRules,
  ...jobRules,
  ...securityRules,
  ...softwareRules,
];
