import { hasTable } from '../panels/kindsWithPanel';
import { findKind } from '../resources/kinds/kinds';
import type { Target } from '../resources/reference';

export function openingCommand(target: Target): string {
  if (!('ids' in target)) {
    return hasTable(target.kind) ? 'serverManagement.openTable' : 'serverManagement.revealInTree';
  }
  if (target.kind === 'server') return 'serverManagement.openOverview';
  return findKind(target.kind).operations.read
    ? 'serverManagement.openDocument'
    : 'serverManagement.revealInTree';
}
