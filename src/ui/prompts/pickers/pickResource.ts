import { pickAccount } from './pickAccount';
import type { ResourceId } from '../../../resources/kinds/kind';
import { type KindId, type ResourceKind, findKind, lineage } from '../../../resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../../resources/reference';
import type { Sessions } from '../../../accounts/sessions';
import type { ResourceStore } from '../../../resources/store/resourceStore';
import type { Explorer } from '../../explorer/explorer';
import { describeError } from '../../editor/describeError';
import { createPick, type SafeQuickPick, type PickItem } from '../../editor/quickInput';
import { factsOnce } from '../../explorer/tree/spokenLabel';
import { formats, t } from '../../../base/l10n';

/** What choosing a resource uses. */
export interface PickServices {
  /** The title of the command that asks. */
  readonly title: string;
  readonly sessions: Sessions;
  readonly store: ResourceStore;
  readonly explorer: Explorer;
}

/** Asks, level by level, for a resource of a kind; undefined if the person cancelled. */
export async function pickResource(
  services: PickServices,
  kindId: KindId,
): Promise<ResourceReference | undefined> {
  const account = await pickAccount(services);
  if (!account) return undefined;
  let ids: readonly ResourceId[] = [];
  for (const kind of lineage(kindId)) {
    if (!kind.variable) continue;
    // Each answer determines the next choices.
    // oxlint-disable-next-line no-await-in-loop
    const id = await pickOne(services, { account: account.id, kind: kind.id, parents: ids });
    if (id === undefined) return undefined;
    ids = [...ids, id];
  }
  return { account: account.id, kind: kindId, ids };
}

interface ResourceItem extends PickItem {
  readonly id?: ResourceId;
}

/** Asks for a resource from a collection, even while it's still being read. */
function pickOne(
  services: PickServices,
  collection: CollectionReference,
): Promise<ResourceId | undefined> {
  const kind = findKind(collection.kind);
  const pick = createPick<ResourceItem>();
  const stop = new AbortController();
  pick.title = services.title;
  pick.placeholder = t('Select the {0}', formats.inSentence(t(kind.names.one)));
  // One of several questions: a panel that takes the focus while loading must not end them all.
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.busy = true;
  void fillResources(services, collection, kind, pick, stop.signal);
  return new Promise((resolve) => {
    const none = {
      label: t('No {0} matches', formats.inSentence(t(kind.names.one))),
      alwaysShow: true,
    };
    pick.onDidAccept(() => {
      const id = pick.selectedItems[0]?.id;
      if (id === undefined) {
        if (!pick.busy) pick.items = [...pick.items.filter((each) => each !== none), none];
        return;
      }
      resolve(id);
      pick.hide();
    });
    pick.onDidChangeValue(() => {
      if (pick.items.includes(none)) pick.items = pick.items.filter((each) => each !== none);
    });
    pick.onDidHide(() => {
      stop.abort();
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

async function fillResources(
  services: PickServices,
  collection: CollectionReference,
  kind: ResourceKind,
  pick: SafeQuickPick<ResourceItem>,
  signal: AbortSignal,
): Promise<void> {
  try {
    let listing = await services.store.list(collection, { signal });
    pick.items = listing.items.map((item) => toResourceItem(kind, item));
    if (!listing.isComplete) {
      listing = await services.store.all(collection, undefined, { signal });
      pick.items = listing.items.map((item) => toResourceItem(kind, item));
    }
    if (listing.items.length === 0) pick.placeholder = t('None found.');
  } catch (error) {
    // An id can be typed; ids typed before are offered.
    const kept = services.explorer.sources.pins.of(collection);
    const known = kept.map(({ reference, resource }) => {
      return toResourceItem(kind, { ...resource, id: reference.ids.at(-1) });
    });
    const show = (): void => {
      const typed = /^\d{1,15}$/.test(pick.value)
        ? [{ label: pick.value, id: Number(pick.value) }]
        : [];
      pick.items = [...typed, ...known];
    };
    pick.onDidChangeValue(show);
    show();
    pick.placeholder = `${t('Type an ID, or select a name.')} ${describeError(error)}`;
  } finally {
    pick.busy = false;
  }
}

function toResourceItem(
  kind: ResourceKind,
  resource: Readonly<Record<string, unknown>>,
): ResourceItem {
  const { label, ...others } = kind.present(resource);
  return {
    label,
    description: factsOnce(others.description?.toString(), others.state?.toString()).join(' · '),
    id: resource['id'] as ResourceId,
  };
}
