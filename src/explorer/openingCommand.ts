import { hasTable } from '../panels/kindsWithPanel';
import { findKind } from '../resources/kinds/kinds';
import type { Target } from '../resources/reference';

/** The command that opens a finding's subject. */
export function openingCommand(target: Target): string {
  if (!('ids' in target)) {
    return hasTable(target.kind) ? 'serverManagement.openTable' : 'serverManagement.revealInTree';
  }
  if (target.kind === 'server') return 'serverManagement.openOverview';
  return findKind(target.kind).operations.read
    ? 'serverManagement.openDocument'
    : 'serverManagement.revealInTree';
}
