import * as vscode from 'vscode';
import type { Account } from '../../../accounts/account';
import type { Found } from '../../../resources/index/resourceIndex';
import { findKind } from '../../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../../resources/reference';
import { formats } from '../../editor/formats';
import { t } from '../../editor/l10n';

/** A resource in the search. */
export interface DestinationItem extends vscode.QuickPickItem {
  readonly reference: ResourceReference;
  readonly mayBeGone: boolean;
}

const openButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('json'),
  tooltip: t('Open as JSON'),
};

/** Search results as list entries, pinned ones first. */
export function toItems(
  found: readonly Found[],
  accounts: readonly Account[],
  pinned: readonly ResourceReference[],
): readonly DestinationItem[] {
  const keys = new Set(pinned.map(toKey));
  const isPinned = ({ reference }: Found): boolean => keys.has(toKey(reference));
  return found
    .toSorted((a, b) => Number(isPinned(b)) - Number(isPinned(a)))
    .map((each) => {
      const kind = findKind(each.reference.kind);
      const account = accounts.find(({ id }) => id === each.reference.account);
      const where = [...(accounts.length > 1 ? [account?.label ?? ''] : []), ...each.path];
      return {
        label: each.label,
        description: [isPinned(each) ? '★' : '', each.detail, describeAge(each)]
          .filter(Boolean)
          .join(' '),
        detail: [t(kind.names.one), ...where].join(' › '),
        iconPath: new vscode.ThemeIcon(kind.icon),
        // The editor would filter out matches by address or id.
        alwaysShow: true,
        buttons: kind.operations.read ? [openButton] : [],
        reference: each.reference,
        mayBeGone: each.lastSeen !== undefined,
      };
    });
}

/** When it was last seen, if it may be gone. */
function describeAge({ lastSeen }: Found): string {
  if (lastSeen === undefined) return '';
  return lastSeen === 0
    ? t('Not checked yet')
    : t('Last seen {0}', formats.ago(lastSeen, Date.now()));
}
