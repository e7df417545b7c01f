import type { KindId } from '../resources/kinds/kinds';

/** The kinds whose resources have a panel. Rows use this without loading the panels' code. */
export const kindsWithPanel = [
  'server',
  'webApplication',
  'waf',
  'cacheConfiguration',
  'canvas',
] as const satisfies readonly KindId[];

export const kindsWithTable = [
  'firewallRule',
  'supervisorJob',
  'logEntry',
  'blockedAddress',
] as const satisfies readonly KindId[];

export type KindWithPanel = (typeof kindsWithPanel)[number];

export type KindWithTable = (typeof kindsWithTable)[number];

export function hasPanel(kind: KindId): kind is KindWithPanel {
  return kindsWithPanel.some((each) => each === kind);
}

export function hasTable(kind: KindId): kind is KindWithTable {
  return kindsWithTable.some((each) => each === kind);
}
