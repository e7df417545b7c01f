import * as vscode from 'vscode';
import { pickAccount } from './pickAccount';
import type { KindId, ResourceId, ResourceKind } from '../../resources/kinds/kind';
import { findKind, lineage } from '../../resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { describeError } from '../errors/describeError';
import { t } from '../l10n';

/** Asks, level by level, for a resource of a kind; nothing where the person cancelled. */
export async function pickResource(
  core: Core,
  kindId: KindId,
): Promise<ResourceReference | undefined> {
  const account = await pickAccount(core.sessions);
  if (!account) return undefined;
  let ids: readonly ResourceId[] = [];
  for (const kind of lineage(kindId)) {
    if (!kind.variable) continue;
    // Each answer says what there is to choose from next.
    // oxlint-disable-next-line no-await-in-loop
    const id = await pickOne(core, { account: account.id, kind: kind.id, parents: ids });
    if (id === undefined) return undefined;
    ids = [...ids, id];
  }
  return { account: account.id, kind: kindId, ids };
}

interface Item extends vscode.QuickPickItem {
  readonly id?: ResourceId;
}

/** Lets a person choose from a collection while it is still being read. */
function pickOne(core: Core, collection: CollectionReference): Promise<ResourceId | undefined> {
  const kind = findKind(collection.kind);
  const pick = vscode.window.createQuickPick<Item>();
  const stop = new AbortController();
  pick.placeholder = t('Choose: {0}', t(kind.names.one));
  // One question of several: a panel that takes the focus as it loads must not end them all.
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.busy = true;
  void fill(core, collection, kind, pick, stop.signal);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const id = pick.selectedItems[0]?.id;
      if (id !== undefined) resolve(id);
      pick.hide();
    });
    pick.onDidHide(() => {
      stop.abort();
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

async function fill(
  core: Core,
  collection: CollectionReference,
  kind: ResourceKind,
  pick: vscode.QuickPick<Item>,
  signal: AbortSignal,
): Promise<void> {
  try {
    let listing = await core.store.list(collection, { signal });
    pick.items = listing.items.map((item) => toItem(kind, item));
    if (!listing.isComplete) {
      listing = await core.store.all(collection, undefined, { signal });
      pick.items = listing.items.map((item) => toItem(kind, item));
    }
    if (listing.items.length === 0) pick.placeholder = t('There are none.');
  } catch (error) {
    pick.placeholder = describeError(error);
  } finally {
    pick.busy = false;
  }
}

function toItem(kind: ResourceKind, resource: Readonly<Record<string, unknown>>): Item {
  const { label, description = '', state = '' } = kind.present(resource, t);
  // Where something is wrong the description says so itself.
  const standing = description.includes(state) ? '' : state;
  return {
    label,
    description: [description, standing].filter(Boolean).join(' · '),
    id: resource['id'] as ResourceId,
  };
}
