import { actionTokens, isAction } from '../actions/actions';
import { creations } from '../documents/creations/creations';
import { hasEvents } from '../panels/follow/logs';
import { hasPanel, hasTable } from '../panels/kindsWithPanel';
import { reportTokens } from '../panels/reports/reports';
import type { Resource } from '../resources/kinds/kind';
import { type ResourceKind, findKind } from '../resources/kinds/kinds';
import { isServer, type Target } from '../resources/reference';

function resourceTokens(
  kind: ResourceKind,
  resource: Resource | undefined,
  isReadOnly: boolean,
): string[] {
  const { operations, document, variable } = kind;
  return [
    ...(operations.read ? ['open'] : []),
    ...(document?.editing ? ['edit'] : []),
    ...(!isReadOnly && variable && creations[kind.id] && operations.read ? ['duplicate'] : []),
    ...(kind.offers?.(resource ?? {}) ?? []).filter(
      (token) => !isReadOnly || !isAction(`serverManagement.${token}`),
    ),
    ...(isReadOnly ? [] : actionTokens('resource', kind.id, resource)),
    ...(hasEvents(kind.id) ? ['followEvents'] : []),
    ...reportTokens(kind.id),
    ...(hasPanel(kind.id) ? ['openOverview'] : []),
  ];
}

/** The `contextValue` of a row: its type and what it can do, which menus match. */
export function toContext(type: string, tokens: readonly string[]): string {
  return [type, ...tokens.map((each) => `+${each}`)].join(' ');
}

export function resourceContext(
  kind: ResourceKind,
  resource: Resource | undefined,
  isPinned: boolean,
  isReadOnly = false,
): string {
  const tokens = resourceTokens(kind, resource, isReadOnly).map((each) =>
    each === 'pin' && isPinned ? 'unpin' : each,
  );
  if (isPinned && !tokens.includes('unpin')) tokens.push('unpin');
  return toContext('resource', tokens);
}

export function collectionContext(kind: ResourceKind, hasMore = false, isReadOnly = false): string {
  const tokens = [
    ...(hasMore ? ['loadAll'] : []),
    ...(hasTable(kind.id) ? ['openTable'] : []),
    ...(kind.document?.editing && kind.variable ? ['editTogether'] : []),
    ...(isReadOnly ? [] : actionTokens('collection', kind.id)),
  ];
  return toContext('collection', tokens);
}

export function openingCommand(target: Target): string {
  if (!('ids' in target)) {
    return hasTable(target.kind) ? 'serverManagement.openTable' : 'serverManagement.revealInTree';
  }
  if (isServer(target)) return 'serverManagement.openOverview';
  return findKind(target.kind).operations.read
    ? 'serverManagement.openDocument'
    : 'serverManagement.revealInTree';
}
