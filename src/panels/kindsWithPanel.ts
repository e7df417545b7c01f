import type { KindId } from '../resources/kinds/kinds';

/** The kinds whose resources have a panel. Rows know of it without the panels' code. */
export const kindsWithPanel = [
  'server',
  'webApplication',
  'waf',
  'cacheConfiguration',
  'canvas',
] as const satisfies readonly KindId[];

/** The kinds that a table shows all resources of. */
export const kindsWithTable = [
  'firewallRule',
  'supervisorJob',
  'logEntry',
  'blockedAddress',
] as const satisfies readonly KindId[];

/** A kind whose resources have a panel. */
export type KindWithPanel = (typeof kindsWithPanel)[number];

/** A kind that a table shows all resources of. */
export type KindWithTable = (typeof kindsWithTable)[number];

/** Whether the resources of a kind have a panel. */
export function hasPanel(kind: KindId): kind is KindWithPanel {
  return kindsWithPanel.some((each) => each === kind);
}

/** Whether a table shows all resources of a kind. */
export function hasTable(kind: KindId): kind is KindWithTable {
  return kindsWithTable.some((each) => each === kind);
}
