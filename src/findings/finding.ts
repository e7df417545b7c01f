import type { Known, Knowledge } from './knowledge';
import type { KindId } from '../resources/kinds/kinds';
import { type CollectionReference, type Target, toKey } from '../resources/reference';

export const severities = ['critical', 'warning', 'information'] as const;
export type Severity = (typeof severities)[number];

export type FixCommand = `serverManagement.${string}`;

/** The ids of all rules: settings and mutes name them. */
export const ruleIds = [
  'certificateExpired',
  'certificateEndsSoon',
  'certificateRenewalFailed',
  'serverOffline',
  'serverNotConnected',
  'diskFull',
  'memoryFull',
  'supervisorFailed',
  'serviceStopped',
  'firewallNotDeployed',
  'databaseOpenToEveryone',
  'sshRootPassword',
  'cronInvalid',
  'cronNeverRuns',
  'cronBurst',
  'jobAsRoot',
  'phpUnsupported',
  'deploymentFailed',
  'securityUpdatesOff',
] as const;
export type RuleId = (typeof ruleIds)[number];

type Sentence = () => string;

/** A rule's verdict on a resource: what's wrong, `fine`, or undefined if it can't be judged. */
export type Verdict = Sentence | 'fine' | undefined;

export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly target: Target;
  readonly sentence: Sentence;
  readonly fixes: readonly FixCommand[];
}

/** Identifies a rule's finding on a resource across evaluations and sessions. */
export function findingKey(rule: RuleId, target: Target): string {
  return `${rule}/${toKey(target)}`;
}

export interface RuleContext {
  /** In milliseconds since the epoch. */
  readonly now: number;
  readonly isPending: (collection: CollectionReference) => boolean;
}

export interface Judgment {
  readonly target: Target;
  readonly verdict: Verdict;
  /** Defaults to those of the rule. */
  readonly fixes?: readonly FixCommand[] | undefined;
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
      yield { target: reference, verdict: judge(resource, context), fixes };
    }
  };
}
