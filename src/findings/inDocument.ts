import { evaluate, type SeverityChoice } from './evaluate';
import type { Finding, RuleId } from './finding';
import { Knowledge } from './knowledge';
import type { Resource } from '../resources/kinds/kind';
import { findKind, type KindId } from '../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../resources/reference';
import type { JsonObject, JsonValue } from '../base/json';
import { atOnce } from '../base/pieces';

interface RuleField {
  readonly kind: KindId;
  readonly field: string;
  readonly mend?: JsonValue;
}

/** Most relevant first. Schedules that cron rejects have warnings of their own. */
const places: Partial<Record<RuleId, readonly RuleField[]>> = {
  certificateExpired: [{ kind: 'ssl', field: 'validUntil' }],
  certificateEndsSoon: [{ kind: 'ssl', field: 'validUntil' }],
  certificateRenewalFailed: [{ kind: 'ssl', field: 'renewalDate' }],
  serverOffline: [{ kind: 'server', field: 'online' }],
  serverNotConnected: [{ kind: 'server', field: 'connected' }],
  securityUpdatesOff: [{ kind: 'server', field: 'securityUpdate', mend: true }],
  sshRootPassword: [
    { kind: 'sshSettings', field: 'passwordlessLogin', mend: true },
    { kind: 'sshSettings', field: 'preventRootLogin', mend: true },
  ],
  cronNeverRuns: [{ kind: 'cronJob', field: 'dayOfMonth' }],
  jobAsRoot: [
    { kind: 'cronJob', field: 'username' },
    { kind: 'supervisorJob', field: 'username' },
  ],
  phpUnsupported: [
    { kind: 'webApplication', field: 'phpVersion' },
    { kind: 'server', field: 'phpCLIVersion' },
  ],
  deploymentFailed: [
    { kind: 'atomicProject', field: 'latestDeployment' },
    { kind: 'gitRepository', field: 'latestDeployment' },
  ],
};

export interface Mend {
  readonly field: string;
  readonly value: JsonValue;
}

export interface FieldFinding {
  readonly finding: Finding;
  readonly field: string;
  readonly mends: readonly Mend[];
}

/**
 * Applies rules to a document's content while it's being edited: a finding disappears as soon as
 * its cause is edited away.
 * @param now in milliseconds since the epoch.
 */
export function findInDocument(
  reference: ResourceReference,
  content: JsonObject,
  now: number,
  severityOf: (rule: RuleId) => SeverityChoice | undefined,
): readonly FieldFinding[] {
  const knowledge = new Knowledge();
  knowledge.addSingle({ reference, resource: toJudged(reference, content) });
  const context = { now, isPending: () => false };
  const { findings } = atOnce(evaluate(knowledge, context, severityOf));
  const key = toKey(reference);
  return findings.flatMap((finding) => {
    const own = toKey(finding.target) === key ? placesOf(finding, content) : [];
    const [first] = own;
    if (!first) return [];
    return [{ finding, field: first.field, mends: own.flatMap(toMend) }];
  });
}

/** The value that fixes a rule's findings, if there's one for all of them. */
export function mendOf(rule: RuleId): Mend | undefined {
  return places[rule]?.flatMap(toMend)[0];
}

function toMend({ field, mend }: RuleField): Mend[] {
  return mend === undefined ? [] : [{ field, value: mend }];
}

export function fieldOf(
  finding: Pick<Finding, 'rule' | 'target'>,
  content: JsonObject,
): string | undefined {
  return placesOf(finding, content)[0]?.field;
}

function placesOf(
  { rule, target }: Pick<Finding, 'rule' | 'target'>,
  content: JsonObject,
): readonly RuleField[] {
  return (places[rule] ?? []).filter(
    ({ kind, field }) => kind === target.kind && Object.hasOwn(content, field),
  );
}

function toJudged({ kind, ids }: ResourceReference, content: JsonObject): Resource {
  const resource = findKind(kind).document?.toResource?.(content) ?? content;
  return { ...resource, id: ids.at(-1) };
}
