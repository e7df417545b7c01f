import * as vscode from 'vscode';
import type { TextField } from '../../../base/questions';
import type { Resource, ResourceId } from '../../../resources/kinds/kind';
import { findKind, type KindId, lineage, type ResourceKind } from '../../../resources/kinds/kinds';
import {
  collectionOf,
  type CollectionReference,
  itemOf,
  parentOf,
  type ResourceReference,
  toKey,
} from '../../../resources/reference';
import type { Sessions } from '../../../accounts/sessions';
import type { ResourceStore } from '../../../resources/store/resourceStore';
import type { Explorer } from '../../explorer/explorer';
import { describeError, showMessage } from '../../editor/messages';
import {
  createPick,
  type PickItem,
  type SafeQuickPick,
  showPick,
  showMultiPick,
} from '../../editor/quickInput';
import { distinctFacts } from '../../explorer/tree/spokenLabel';
import { formats, t } from '../../../base/l10n';
import { withLateProgress } from '../../editor/progress';
import { askFields, askOne } from '../askForm';
import { showStep } from '../quickPick';
import type { Account } from '../../../accounts/account';

export interface PickServices {
  readonly title: string;
  readonly sessions: Sessions;
  readonly store: ResourceStore;
  readonly explorer: Explorer;
}

/**
 * Asks, level by level, for a resource of a kind; undefined if the person cancelled.
 * @param except one that isn't offered.
 */
export async function pickResource(
  services: PickServices,
  kindId: KindId,
  except?: ResourceReference,
): Promise<ResourceReference | undefined> {
  const account = await pickAccount(services);
  if (!account) return undefined;
  let ids: readonly ResourceId[] = [];
  for (const kind of lineage(kindId)) {
    if (!kind.variable) continue;
    // Each answer determines the next choices.
    const collection = { account: account.id, kind: kind.id, parents: ids };
    const id = await pickOne(services, collection, except);
    if (id === undefined) return undefined;
    ids = [...ids, id];
  }
  return { account: account.id, kind: kindId, ids };
}

interface ResourceItem extends PickItem {
  readonly id?: ResourceId;
}

/** Asks for a resource from a collection, even while it's still being read. */
async function pickOne(
  services: PickServices,
  collection: CollectionReference,
  except: ResourceReference | undefined,
): Promise<ResourceId | undefined> {
  const kind = findKind(collection.kind);
  const pick = createPick<ResourceItem>();
  const stop = new AbortController();
  pick.placeholder = t('Select the {0}', formats.inSentence(t(kind.names.one)));
  pick.matchOnDescription = true;
  pick.busy = true;
  // Only the last level's items have as many ids.
  const hidden = except && toKey({ ...except, kind: kind.id });
  const toItems = (items: readonly Resource[]): readonly ResourceItem[] =>
    items
      .filter((item) => toKey(itemOf(collection, item)) !== hidden)
      .map((item) => toResourceItem(kind, item));
  void fillResources(services, collection, toItems, pick, stop.signal);
  const none = {
    label: t('No {0} matches', formats.inSentence(t(kind.names.one))),
    alwaysShow: true,
  };
  const listen = (answer: (id: ResourceId) => void): void => {
    pick.onDidAccept(() => {
      const id = pick.selectedItems[0]?.id;
      if (id !== undefined) answer(id);
      else if (!pick.busy) pick.items = [...pick.items.filter((each) => each !== none), none];
    });
    pick.onDidChangeValue(() => {
      if (pick.items.includes(none)) pick.items = pick.items.filter((each) => each !== none);
    });
  };
  const position = { title: services.title, step: 1, totalSteps: 1 };
  const outcome = await showStep(pick, position, listen, stop);
  return outcome.type === 'next' ? outcome.state : undefined;
}

async function fillResources(
  services: PickServices,
  collection: CollectionReference,
  toItems: (resources: readonly Resource[]) => readonly ResourceItem[],
  pick: SafeQuickPick<ResourceItem>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const listing = await services.store.list(collection, { signal });
    pick.items = toItems(listing.items);
    if (!listing.isComplete) {
      const { items } = await services.store.all(collection, undefined, { signal });
      pick.items = toItems(items);
    }
    if (pick.items.length === 0) pick.placeholder = t('None found.');
  } catch (error) {
    // An id can be typed; ids typed before are offered.
    const { pins, names } = services.explorer.sources;
    const kept = pins.of(collection);
    const known = toItems(
      kept.map(({ reference, resource }) => ({ ...resource, id: reference.ids.at(-1) })),
    );
    const show = (): void => {
      const typed = /^\d{1,15}$/.test(pick.value)
        ? [{ label: pick.value, id: Number(pick.value) }]
        : [];
      pick.items = [...typed, ...known];
    };
    pick.onDidChangeValue(show);
    show();
    const one = formats.inSentence(t(findKind(collection.kind).names.one));
    const above = parentOf(collection);
    const wanted = above
      ? t('Type the ID of the {0} on {1}, or select its name.', one, names.placeOf(above))
      : t('Type the ID of the {0}, or select its name.', one);
    pick.placeholder = `${wanted} ${describeError(error)}`;
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
    description: distinctFacts(others.description?.toString(), others.state?.toString()).join(
      ' · ',
    ),
    id: resource['id'] as ResourceId,
  };
}

/** Asks, level by level, for other resources of the same kind and account. */
export async function pickSeveral(
  services: PickServices,
  like: ResourceReference,
): Promise<readonly ResourceReference[]> {
  let parents: readonly (readonly ResourceId[])[] = [[]];
  for (const kind of lineage(like.kind)) {
    if (!kind.variable) continue;
    // Each answer determines the next choices.
    parents = await pickBelow(services, like, kind.id, parents);
    if (parents.length === 0) return [];
  }
  return parents.map((ids) => ({ account: like.account, kind: like.kind, ids }));
}

async function pickBelow(
  services: PickServices,
  like: ResourceReference,
  kind: ResourceReference['kind'],
  parents: readonly (readonly ResourceId[])[],
): Promise<readonly (readonly ResourceId[])[]> {
  const { account } = like;
  const { names, present } = findKind(kind);
  const choices = await withLateProgress(t('Loading: {0}', t(names.many)), (signal) =>
    Promise.all(
      parents.map(async (above) => {
        const collection = { account, kind, parents: above };
        const { items } = await services.store.all(collection, undefined, { signal });
        return items.map((item) => {
          const { label, description } = present(item);
          const ids = [...above, item['id'] as ResourceId];
          return { label, description: description ?? '', ids };
        });
      }),
    ),
  );
  const isSelf = (ids: readonly ResourceId[]): boolean =>
    toKey({ account, kind: like.kind, ids }) === toKey(like);
  const chosen = await showMultiPick(
    choices.flat().filter(({ ids }) => !isSelf(ids)),
    {
      title: services.title,
      placeHolder: t('Select the {0}', formats.inSentence(t(names.many))),
      matchOnDescription: true,
    },
  );
  return (chosen ?? []).map(({ ids }) => ids);
}

export interface Wanted {
  readonly reference: ResourceReference;
  readonly name: string | undefined;
}

/** Kinds that can be used by id although no operation lists them (API §4). */
const kindsById: readonly KindId[] = [
  'server',
  'webApplication',
  'domain',
  'sshSettings',
  'sshConfig',
  'olderSshSettings',
  'systemUser',
  'canvas',
  'integration',
];

/** Also asks for a name if no list contains it. `place`: where to add it, if known. */
export async function askForId(
  services: Omit<PickServices, 'explorer'>,
  place: CollectionReference | undefined,
): Promise<Wanted | undefined> {
  const { store } = services;
  const account = place?.account ?? (await pickAccount(services))?.id;
  if (account === undefined) return undefined;
  const kind =
    place && kindsById.includes(place.kind) ? place.kind : await pickKind(services, kindsById);
  if (!kind) return undefined;
  const given = place?.kind === kind ? place.parents : [];
  const one = t(findKind(kind).names.one);
  const title = place ? t('Add {0} by ID', one) : t('Open by ID');
  const fields = lineage(kind)
    .slice(given.length)
    .filter(({ variable }) => variable)
    .map(({ id, names }) => askId(id, t(names.one)));
  const values = await askFields(title, fields);
  if (!values) return undefined;
  const ids = [...given, ...fields.map((field) => values[field.name] as number)];
  const reference = { account, kind, ids };
  if (!store.isRefused(collectionOf(reference))) return { reference, name: undefined };
  const prompt = t('Name to show for {0} {1} (optional)', one, ids.at(-1) ?? '');
  const name = await askOne(title, { type: 'text', name: 'name', prompt });
  return name === undefined ? undefined : { reference, name };
}

function askId(name: KindId, kind: string): TextField {
  return {
    type: 'text',
    name,
    prompt: t('ID of the {0}', formats.inSentence(kind)),
    validate: (text) => (/^\d{1,15}$/.test(text) ? undefined : t('Type a whole number.')),
    parse: Number,
  };
}

export async function pickKind(
  { title }: Pick<PickServices, 'title'>,
  kinds: readonly KindId[],
  placeHolder = t('Select what to open'),
): Promise<KindId | undefined> {
  const items = kinds.map(findKind).map(({ id, names, icon }) => {
    return { label: t(names.one), iconPath: new vscode.ThemeIcon(icon), id };
  });
  // A document that was opened before may take the focus while its row is revealed.
  return (await showPick(items, { title, placeHolder, ignoreFocusOut: true }))?.id;
}

/** Asks for a resource of one of these kinds. */
export async function pickOf(
  services: PickServices,
  kindIds: readonly KindId[],
): Promise<ResourceReference | undefined> {
  const kind = await pickKind(services, kindIds);
  return kind && pickResource(services, kind);
}

export async function pickCollection(
  services: PickServices,
  kind: KindId,
): Promise<CollectionReference | undefined> {
  const { parent } = findKind(kind);
  if (parent) {
    const above = await pickResource(services, parent);
    return above && { account: above.account, kind, parents: above.ids };
  }
  const account = await pickAccount(services);
  return account && { account: account.id, kind, parents: [] };
}

/** `asksAlways`: even for a single account, if the person pointed at something else. */
export async function pickAccount(
  { sessions, title }: { readonly sessions: Sessions; readonly title: string },
  matches: (account: Account) => boolean = () => true,
  asksAlways: boolean | string = false,
): Promise<Account | undefined> {
  if (!(await hasAccount(sessions))) return undefined;
  const accounts = (await sessions.accounts()).filter(matches);
  if (accounts.length === 0) return void showMessage('information', t('Add an account first.'));
  if (accounts.length === 1 && !asksAlways) return accounts[0];
  const chosen = await showPick(
    accounts.map((account) => ({
      label: account.label,
      description: account.isSandbox ? '' : account.baseUrl,
      account,
    })),
    {
      title,
      placeHolder: typeof asksAlways === 'string' ? asksAlways : t('Select an account'),
      ignoreFocusOut: true,
    },
  );
  return chosen?.account;
}

/** If there is no account, asks to add one first. */
export async function hasAccount(sessions: Sessions): Promise<boolean> {
  if ((await sessions.accounts()).length > 0) return true;
  const added = await vscode.commands.executeCommand('serverManagement.addAccount');
  return added !== undefined;
}
