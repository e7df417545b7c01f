import type { TreeNode } from '../../../explorer/nodes';
import type { AttentionRow } from '../../../findings/rows';

/** The group of everything that needs attention, above the servers. */
interface FindingsGroup {
  readonly type: 'findings';
}

/** A row of the explorer: a resource's, or a finding's. */
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

/** Whether a row belongs to the tree of resources. */
export function isTreeNode(row: ExplorerRow): row is TreeNode {
  return !(row.type in others);
}
