import * as vscode from 'vscode';
import type { Finder } from './finder';
import type { Account } from '../../resources/accounts/account';
import type { Found } from '../../resources/index/resourceIndex';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { t } from '../l10n';

/** More than anybody reads; typing on narrows it down. */
const mostShown = 200;

interface Item extends vscode.QuickPickItem {
  readonly reference: ResourceReference;
}

/** What the person chose, and whether to open it as JSON rather than to show its row. */
export interface Destination {
  readonly reference: ResourceReference;
  readonly asDocument: boolean;
}

const openButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('json'),
  tooltip: t('Open as JSON'),
};

/** Lets a person find a resource of any account; of use while the index still fills. */
export function goToResource(
  finder: Finder,
  findPinned: () => readonly ResourceReference[],
): Promise<Destination | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.placeholder = t('Type a name, an address or an id');
  pick.busy = true;
  let accounts: readonly Account[] = [];
  const show = (): void => {
    const found = finder.index.search(pick.value, mostShown);
    pick.items = toItems(found, accounts, new Set(findPinned().map(toText)));
  };
  const subscriptions = [
    pick.onDidChangeValue(show),
    finder.onDidProgress(({ done, total }) => {
      pick.title = t('Reading what there is: {0} of {1} lists', done, total);
      showSoon();
    }),
  ];
  // The list under the person's eyes is not to change with every answer.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      show();
    }, 500);
  };
  void finder
    .open()
    .then((all) => {
      accounts = all;
      show();
      return finder.fill();
    })
    .finally(() => {
      pick.busy = false;
      pick.title = undefined;
      clearTimeout(timer);
      show();
    });

  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.activeItems;
      if (chosen) resolve({ reference: chosen.reference, asDocument: false });
      pick.hide();
    });
    pick.onDidTriggerItemButton(({ item }) => {
      resolve({ reference: item.reference, asDocument: true });
      pick.hide();
    });
    pick.onDidHide(() => {
      for (const subscription of subscriptions) subscription.dispose();
      clearTimeout(timer);
      resolve(undefined);
      pick.dispose();
      finder.rest();
    });
    pick.show();
  });
}

function toItems(
  found: readonly Found[],
  accounts: readonly Account[],
  pinned: ReadonlySet<string>,
): Item[] {
  const isPinned = ({ reference }: Found): boolean => pinned.has(toText(reference));
  return found
    .toSorted((a, b) => Number(isPinned(b)) - Number(isPinned(a)))
    .map((each) => {
      const kind = findKind(each.reference.kind);
      const account = accounts.find(({ id }) => id === each.reference.account);
      const where = [...(accounts.length > 1 ? [account?.label ?? ''] : []), ...each.path];
      return {
        label: each.label,
        description: [isPinned(each) ? '★' : '', each.detail].filter(Boolean).join(' '),
        detail: [t(kind.names.one), ...where].join(' › '),
        iconPath: new vscode.ThemeIcon(kind.icon),
        // What was found by address or id would be filtered out by the editor.
        alwaysShow: true,
        buttons: kind.operations.read ? [openButton] : [],
        reference: each.reference,
      };
    });
}

function toText({ account, kind, ids }: ResourceReference): string {
  return [account, kind, ...ids].join('/');
}
