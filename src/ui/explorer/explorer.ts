import { soon } from '../../base/callLater';
import * as vscode from 'vscode';
import { Finder } from './search/finder';
import {
  createSources,
  readKnown,
  type SourceParts,
  type TreeSources,
} from '../../explorer/treeSources';
import { findResource, named, presentIn } from '../../resources/names/resourceNames';
import { showPermissions, showRateLimits } from './statusItems';
import { ResourceTree } from './tree/resourceTree';
import { isUnlisted } from '../../explorer/documentedUse';
import { keepSelected, revealRow } from './tree/revealRow';
import type { Views } from './views';
import { ApiError } from '../../api/errors';
import { createReader, verifyDeletion } from '../../documents/writing/findLive';
import type { Presentation, Resource } from '../../resources/kinds/kind';
import { findKind, type KindId, lineage } from '../../resources/kinds/kinds';
import { findItem } from '../../resources/store/listing';
import {
  collectionOf,
  type CollectionReference,
  isWithin,
  parentOf,
  parseDocumentPath,
  type ResourceReference,
  rowOf,
  serverOf,
  type Target,
} from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { TreeNode } from '../../explorer/nodes';
import type { ViewOptions } from '../../resources/search/viewOptions';
import { showError, describeError, showMessage, tryAgain } from '../editor/messages';
import type { Words } from '../../base/foreignText';
import { describeSearch } from '../../resources/search/fleetSearch';
import { setContext } from '../editor/contextKeys';
import { t } from '../../base/l10n';

/** How many rows of a level are opened at once. */
const mostOpened = 100;

export class Explorer implements vscode.Disposable {
  readonly sources: TreeSources;
  readonly servers: ResourceTree;
  readonly account: ResourceTree;
  readonly finder: Finder;
  readonly #views: Views;
  readonly #client: ResourceClient;
  readonly #disposables: readonly { dispose(): unknown }[];

  constructor(views: Views, parts: SourceParts) {
    const { sessions } = parts;
    this.#views = views;
    this.#client = parts.client;
    this.sources = createSources(parts);
    this.servers = new ResourceTree(this.sources, ['server']);
    this.account = new ResourceTree(this.sources, ['integration', 'canvas', 'atomicProject']);
    this.servers.onDidMoveRows(() => void keepSelected(views.servers));
    this.account.onDidMoveRows(() => void keepSelected(views.account));
    this.finder = new Finder(parts, this.sources.search, () =>
      Object.values(views).some(({ visible }: { readonly visible: boolean }) => visible),
    );
    this.#disposables = [
      this.sources.storage,
      this.sources.fleet,
      this.finder,
      showViewStatus(views.servers, this.sources),
      showRateLimits(sessions),
      showPermissions(sessions),
      ...[views.servers, views.account, views.attention].map((view) =>
        view.onDidChangeVisibility(() => this.finder.rest()),
      ),
      sessions.onDidChangeConnection((id) => void this.#forgetRead(id)),
      sessions.onDidChangeAccounts((id) => void this.#forgetRemoved(id)),
    ];
  }

  /**
   * Or the row that represents it. `isAsked`: unknown resources were just requested from the
   * service.
   * @throws Error if the row can't be shown without the focus; with it, a message says why.
   */
  async reveal(resource: ResourceReference, isAsked = false, focus = true): Promise<void> {
    const reference = rowOf(resource);
    const isServer = serverOf(reference) !== undefined;
    const tree = isServer ? this.servers : this.account;
    const view = isServer ? this.#views.servers : this.#views.account;
    await this.#learn(tree, reference, isAsked);
    const node = tree.include(reference);
    // No one is waiting for a row that doesn't get the focus.
    if (!focus) return revealRow(view, node, { select: true, focus, expand: false });
    const { label } = this.describe(reference);
    const again = (): Promise<void> => this.reveal(reference);
    // Trying would end silently if another row is selected meanwhile.
    if (explainHidden(this.sources.options, reference.kind, label, again)) return;
    await revealOrExplain(view, node, label);
  }

  /** Opens the rows of accounts, and of servers below which matches of the filter are shown. */
  async openMatches(): Promise<void> {
    const options = { select: false, focus: false, expand: true };
    const open = async (rows: readonly TreeNode[]): Promise<void> => {
      // Each comes into view: the first one last.
      for (const row of rows.slice(0, mostOpened).toReversed()) {
        const isOpen =
          this.servers.getTreeItem(row).collapsibleState ===
          vscode.TreeItemCollapsibleState.Expanded;
        if (row.type !== 'account' && !isOpen) continue;
        // A row that is being reread can't be opened.
        await Promise.resolve(this.#views.servers.reveal(row, options)).catch(() => undefined);
        if (row.type !== 'resource') await open(await this.servers.getChildren(row));
      }
    };
    await open(await this.servers.getChildren());
  }

  async revealAll(collection: CollectionReference): Promise<void> {
    const parent = parentOf(collection);
    if (!parent) return;
    await this.#learn(this.servers, parent, false);
    const node = this.servers.includeAll(collection, parent);
    const label = t(findKind(collection.kind).names.many);
    const again = (): Promise<void> => this.revealAll(collection);
    if (explainHidden(this.sources.options, collection.kind, label, again)) return;
    await revealOrExplain(this.#views.servers, node, label);
  }

  async follow(path: string): Promise<'shown' | 'noAccount' | 'damaged'> {
    const reference = parseDocumentPath(path);
    if (!reference) return 'damaged';
    if (!(await this.sources.sessions.account(reference.account))) return 'noAccount';
    // A row that isn't in any list is only revealed once it's kept; in a new window, that's only
    // known once the row is revealed.
    await this.#keepAll(reference);
    await this.reveal(reference);
    await this.#keepAll(reference);
    return 'shown';
  }

  /** Also pins ancestors that aren't loaded. `name` is used if the service returns none. */
  async pin(reference: ResourceReference, name = ''): Promise<void> {
    const { pins, store } = this.sources;
    const resource = await this.known(reference);
    for (let above = parentOf(reference); above; above = parentOf(above)) {
      const listing = store.peek(collectionOf(above));
      const isListed =
        listing !== undefined && findItem(listing.items, above.ids.at(-1)) !== undefined;
      if (!isListed) await pins.add(above, (await this.known(above)) ?? {});
    }
    const shown = name === '' ? (resource ?? {}) : named(reference.kind, resource ?? {}, name);
    await pins.add(reference, shown);
  }

  async keep(reference: ResourceReference, resource?: Resource): Promise<void> {
    const { pins, store } = this.sources;
    const isKept = pins.find(reference) !== undefined;
    const { variable, operations } = findKind(reference.kind);
    if (isKept || !variable) return;
    if (operations.list && !isUnlisted(store, collectionOf(reference))) return;
    await pins.add(reference, resource ?? (await this.known(reference)) ?? {});
  }

  async #keepAll(reference: ResourceReference): Promise<void> {
    for (let each: typeof reference | undefined = reference; each; each = parentOf(each)) {
      await this.keep(each);
    }
  }

  async forget(reference: ResourceReference): Promise<void> {
    const { pins, store } = this.sources;
    // The row of something that can be set up again stays, and has been read since.
    if (findKind(reference.kind).variable) {
      for (const tree of [this.servers, this.account]) tree.exclude(reference);
      store.remove(reference);
    }
    this.finder.index.remove(reference);
    for (const pin of pins.all) {
      if (isWithin(pin.reference, reference)) await pins.remove(pin.reference);
    }
  }

  /** False if that can't be determined. */
  async isGone(reference: ResourceReference): Promise<boolean> {
    const { store } = this.sources;
    try {
      await store.read(reference);
      return false;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return false;
      return (
        (await verifyDeletion(createReader({ client: this.#client, store }), reference)) === 'done'
      );
    }
  }

  async known(reference: ResourceReference): Promise<Resource | undefined> {
    return readKnown(this.sources, reference).catch(() => undefined);
  }

  async knownWithParents(reference: ResourceReference): Promise<void> {
    await Promise.all([this.known(reference), this.knownParents(reference)]);
  }

  async knownParents(target: Target): Promise<void> {
    const above = parentOf(target);
    if (above) await this.knownWithParents(above);
  }

  readonly describe = (reference: ResourceReference): Presentation =>
    presentIn(reference, findResource(this.sources, reference));

  async clear(): Promise<void> {
    const { choices, options } = this.sources;
    await options.change({ filter: '' });
    await choices.clear();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Reads a resource and its ancestors unless their rows are already known. */
  async #learn(tree: ResourceTree, reference: ResourceReference, isAsked: boolean): Promise<void> {
    const { storage, store } = this.sources;
    await storage.restore(reference.account);
    const levels = lineage(reference.kind).filter(({ variable }) => variable);
    for (const [index, kind] of levels.entries()) {
      const { account } = reference;
      const above = { account, kind: kind.id, ids: reference.ids.slice(0, index + 1) };
      if (store.find(above) || !kind.operations.read) continue;
      tree.include(above);
      if (isAsked) continue;
      // A row that can't be read still shows its id.
      await store.read(above).catch(() => undefined);
    }
  }

  async #forgetRead(account: string): Promise<void> {
    this.sources.facts.forget(account);
    this.sources.search.forget();
    this.sources.fleet.forget();
    await this.finder.forget(account);
  }

  async #forgetRemoved(id: string): Promise<void> {
    if (await this.sources.sessions.account(id)) return;
    const { storage, choices } = this.sources;
    await choices.ready();
    await Promise.all([storage.forget(id), choices.removeAccount(id), this.finder.forget(id)]);
  }
}

async function revealOrExplain(
  view: vscode.TreeView<TreeNode>,
  node: TreeNode,
  label: Words,
): Promise<void> {
  try {
    await revealRow(view, node);
  } catch {
    const text = t('Couldn\'t show "{0}" in the view. Refresh, then try again.', label);
    void showMessage('warning', text);
  }
}

/** Returns false unless its kind or one above it is hidden; a button shows that kind. */
export function explainHidden(
  options: ViewOptions,
  kind: KindId,
  label: Words,
  again: () => unknown,
): boolean {
  const hidden = lineage(kind).find(({ id }) => options.current.hiddenKinds.includes(id));
  if (!hidden) return false;
  const kinds = t(hidden.names.many);
  const show = async (): Promise<void> => {
    // The person may have hidden others since.
    const hiddenKinds = options.current.hiddenKinds.filter((id) => id !== hidden.id);
    await options.change({ hiddenKinds });
    await again();
  };
  void showMessage(
    'information',
    t('"{0}" isn\'t in the view, because "{1}" is hidden there.', label, kinds),
    [{ title: t('Show {0}', kinds), run: show }],
  );
  return true;
}

/** Shows above the rows how they are filtered, and sets the context keys of the views. */
function showViewStatus(
  view: { message?: string },
  { options, fleet, parts, sessions }: TreeSources,
): vscode.Disposable {
  const showChoice = (): void => {
    const { filter } = options.current;
    // The description next to the title is the first thing to be truncated.
    view.message = [
      filter === '' ? '' : t('Filter: {0}', filter),
      describeSearch(fleet.all, sessions, describeError),
    ]
      .filter(Boolean)
      .join(' · ');
    const isReading = fleet.all.some(({ state }) => state === 'running');
    setContext('isFiltered', filter !== '');
    setContext('isSearching', parts.isChecking || isReading);
  };
  const tellAccounts = async (): Promise<void> => {
    // The tree says so if they can't be read.
    const accounts = await sessions.accounts().catch(() => undefined);
    if (!accounts) return;
    const services = accounts.filter(({ isSandbox }) => !isSandbox);
    setContext('usesSandbox', services.length < accounts.length);
    setContext('hasServiceAccounts', services.length > 0);
    setContext('isWithoutAccounts', accounts.length === 0);
  };
  const tellAccountsSoon = soon(0, () => void tellAccounts());
  showChoice();
  tellAccountsSoon();
  return vscode.Disposable.from(
    options.onDidChange(showChoice),
    fleet.onDidChange(showChoice),
    parts.onDidChange(showChoice),
    sessions.onDidChangeAccounts(tellAccountsSoon),
  );
}

/** Reveals the row that a link leads to, or says why it leads nowhere; never changes anything. */
export async function followLink(explorer: Pick<Explorer, 'follow'>, path: string): Promise<void> {
  try {
    const outcome = await explorer.follow(path);
    if (outcome === 'noAccount') {
      void showMessage(
        'warning',
        t("Couldn't open the link: its account was removed, or was never added here."),
      );
    } else if (outcome === 'damaged') {
      void showMessage(
        'warning',
        t("Couldn't open the link: it's damaged. Copy it again from the resource's row."),
      );
    }
  } catch (error) {
    const again = tryAgain(() => followLink(explorer, path));
    await showError(t("Couldn't open the link."), error, [again]);
  }
}
