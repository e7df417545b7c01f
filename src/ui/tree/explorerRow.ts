import type { TreeNode } from '../../explorer/nodes';
import type { AttentionRow } from '../../findings/rows';

/** The row above everything that needs attention, among the servers. */
interface FindingsGroup {
  readonly type: 'findings';
}

/** A row of the explorer: of a resource, or of what needs attention. */
export type ExplorerRow = TreeNode | FindingsGroup | AttentionRow;

/** The only group of findings: the editor identifies a row by its object. */
export const findingsGroup: FindingsGroup = { type: 'findings' };

const others: Readonly<Record<Exclude<ExplorerRow, TreeNode>['type'], true>> = {
  findings: true,
  severity: true,
  muted: true,
  finding: true,
  rest: true,
  nothing: true,
  unchecked: true,
  area: true,
};

/** Whether a row is one of the tree of resources. */
export function isTreeNode(row: ExplorerRow): row is TreeNode {
  return !(row.type in others);
}
