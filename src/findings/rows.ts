import type { Area } from './areas';
import { type Finding, severities, type Severity } from './finding';

export type AttentionRow =
  | {
      readonly type: 'severity';
      readonly severity: Severity;
      readonly findings: readonly Finding[];
    }
  | { readonly type: 'muted'; readonly findings: readonly Finding[] }
  | { readonly type: 'finding'; readonly finding: Finding; readonly isMuted: boolean }
  | { readonly type: 'rest'; readonly findings: readonly Finding[]; readonly isMuted: boolean }
  | { readonly type: 'nothing'; readonly areas: readonly Area[] }
  | { readonly type: 'unchecked'; readonly areas: readonly Area[] }
  | { readonly type: 'area'; readonly area: Area };

/** How many findings a group shows at first: drawing thousands of rows takes long. */
const mostRows = 200;

/** The rows at the root: findings by severity, then unchecked areas. */
export function topRows(
  findings: readonly Finding[],
  muted: readonly Finding[],
  areas: readonly Area[],
): readonly AttentionRow[] {
  const unchecked = areas.filter(({ checked, total }) => checked < total);
  const groups = severities.flatMap((severity): AttentionRow[] => {
    const own = findings.filter((each) => each.severity === severity);
    return own.length > 0 ? [{ type: 'severity', severity, findings: own }] : [];
  });
  const checked = areas.filter((area) => area.checked > 0);
  return [
    ...(groups.length > 0 ? groups : [{ type: 'nothing', areas: checked } as const]),
    ...(muted.length > 0 ? [{ type: 'muted', findings: muted } as const] : []),
    ...(unchecked.length > 0 ? [{ type: 'unchecked', areas: unchecked } as const] : []),
  ];
}

export function rowsBelow(row: AttentionRow): readonly AttentionRow[] {
  switch (row.type) {
    case 'severity':
      return toRows(row.findings, false);
    case 'muted':
      return toRows(row.findings, true);
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

function toRows(findings: readonly Finding[], isMuted: boolean): readonly AttentionRow[] {
  const rows = findings.slice(0, mostRows).map((finding) => toRow(finding, isMuted));
  const rest = findings.slice(mostRows);
  return rest.length > 0 ? [...rows, { type: 'rest', findings: rest, isMuted }] : rows;
}

function toRow(finding: Finding, isMuted: boolean): AttentionRow {
  return { type: 'finding', finding, isMuted, ...finding.target };
}
