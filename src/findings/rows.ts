import type { Area } from './areas';
import { type Finding, findingKey, type FixCommand, type RuleId } from './finding';
import { group } from '../base/group';
import { mendOf, type Mend } from './inDocument';
import { labelOf, type NameSources } from './view/names';

export type AttentionRow =
  | RuleRow
  | { readonly type: 'muted'; readonly findings: readonly Finding[] }
  | { readonly type: 'finding'; readonly finding: Finding; readonly isMuted: boolean }
  | { readonly type: 'rest'; readonly findings: readonly Finding[]; readonly isMuted: boolean }
  | { readonly type: 'nothing'; readonly areas: readonly Area[] }
  | { readonly type: 'unchecked'; readonly areas: readonly Area[] }
  | { readonly type: 'area'; readonly area: Area };

export interface RuleRow {
  readonly type: 'rule';
  readonly rule: RuleId;
  readonly findings: readonly Finding[];
  readonly isMuted: boolean;
}

/** How many findings a group shows at first: drawing thousands of rows takes long. */
const mostRows = 200;

/** The rows at the root: findings by rule, most severe first, then unchecked areas. */
export function topRows(
  findings: readonly Finding[],
  muted: readonly Finding[],
  areas: readonly Area[],
): readonly AttentionRow[] {
  const unchecked = areas.filter(({ checked, total }) => checked < total);
  const checked = areas.filter((area) => area.checked > 0);
  return [
    ...(findings.length > 0
      ? byRule(findings, false)
      : [{ type: 'nothing', areas: checked } as const]),
    ...(muted.length > 0 ? [{ type: 'muted', findings: muted } as const] : []),
    ...(unchecked.length > 0 ? [{ type: 'unchecked', areas: unchecked } as const] : []),
  ];
}

export function rowsBelow(row: AttentionRow): readonly AttentionRow[] {
  switch (row.type) {
    case 'rule':
      return toRows(row.findings, row.isMuted);
    case 'muted':
      return byRule(row.findings, true);
    case 'rest':
      return row.findings.map((finding) => toRow(finding, row.isMuted));
    case 'unchecked':
      return row.areas.map((area) => ({ type: 'area', area }));
    case 'finding':
    case 'nothing':
    case 'area':
      return [];
  }
}

export function byRule(findings: readonly Finding[], isMuted: boolean): readonly RuleRow[] {
  return [...group(findings, ({ rule }) => rule)].map(([rule, ofRule]) => {
    return { type: 'rule', rule, findings: ofRule, isMuted };
  });
}

/** Returns a value to stage, or a command that takes several resources. */
export function findFixOfAll({ rule, findings }: RuleRow): Mend | FixCommand | undefined {
  const [first, ...others] = findings;
  if (!first || others.length === 0) return undefined;
  const fixesAll = (fix: FixCommand): boolean =>
    !fix.startsWith('serverManagement.open') && others.every(({ fixes }) => fixes.includes(fix));
  return mendOf(rule) ?? first.fixes.find(fixesAll);
}

function toRows(findings: readonly Finding[], isMuted: boolean): readonly AttentionRow[] {
  const rows = findings.slice(0, mostRows).map((finding) => toRow(finding, isMuted));
  const rest = findings.slice(mostRows);
  return rest.length > 0 ? [...rows, { type: 'rest', findings: rest, isMuted }] : rows;
}

function toRow(finding: Finding, isMuted: boolean): AttentionRow {
  return { type: 'finding', finding, isMuted, ...finding.target };
}

export function* describeRows(
  findings: readonly Finding[],
  isMuted: (finding: Finding) => boolean,
  names: NameSources,
): Generator<unknown, string> {
  const parts: string[] = [];
  for (const finding of findings) {
    const { rule, target, severity, sentence } = finding;
    const words = [sentence(), labelOf(names, target)];
    yield parts.push(findingKey(rule, target), severity, String(isMuted(finding)), ...words);
  }
  return parts.join('\n');
}
