import type * as vscode from 'vscode';
import { findResource, present } from './present';
import { RateLimitStatus } from './rateLimitStatus';
import { Finder } from './search/finder';
import { type Destination, goToResource } from './search/goToResource';
import { StorageFolder } from './storageFolder';
import { ResourceTree } from './tree/resourceTree';
import { nodeId, type TreeNode } from './tree/nodes';
import type { TreeSources } from './tree/treeSources';
import { ViewStatus } from './tree/viewStatus';
import type { Views } from './views';
import type { Sessions } from '../resources/accounts/sessions';
import { Favourites } from '../resources/favourites';
import type { Presentation, Resource } from '../resources/kinds/kind';
import { findKind, lineage } from '../resources/kinds/kinds';
import { findItem } from '../resources/listing';
import { TreeMemory } from '../resources/memory/treeMemory';
import {
  collectionOf,
  isWithin,
  parentOf,
  parseDocumentPath,
  type ResourceReference,
} from '../resources/reference';
import { PendingFirewalls } from '../resources/pendingFirewalls';
import type { ResourceClient } from '../resources/resourceClient';
import type { ResourceStore } from '../resources/resourceStore';
import { RemoteSearch } from '../resources/search/remoteSearch';
import { ViewOptions } from '../resources/search/viewOptions';
import { ServerFacts } from '../resources/serverFacts';
import { Working } from '../resources/working';

interface Parts {
  readonly sessions: Sessions;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
}

/** The views with all that feeds them, and the ways to find things in them. */
export class Explorer implements vscode.Disposable {
  readonly sources: TreeSources;
  readonly servers: ResourceTree;
  readonly account: ResourceTree;
  readonly finder: Finder;
  readonly #views: Views;
  readonly #disposables: readonly { dispose(): unknown }[];

  constructor(context: vscode.ExtensionContext, views: Views, parts: Parts) {
    const { sessions, client, store } = parts;
    const folder = new StorageFolder(context.globalStorageUri);
    this.#views = views;
    this.sources = {
      sessions,
      store,
      memory: new TreeMemory(store, folder),
      favourites: new Favourites(context.globalState),
      options: new ViewOptions(context.globalState),
      search: new RemoteSearch(client, store),
      facts: new ServerFacts(client),
      working: new Working(),
      pendingFirewalls: new PendingFirewalls(context.globalState),
    };
    this.servers = new ResourceTree(this.sources, ['server']);
    this.account = new ResourceTree(this.sources, ['integration', 'canvas', 'atomicProject']);
    this.finder = new Finder({ ...parts, folder }, () =>
      [views.servers, views.account].some(({ visible }) => visible),
    );
    const { memory, favourites, options, search, facts, working, pendingFirewalls } = this.sources;
    this.#disposables = [
      memory,
      favourites,
      options,
      search,
      facts,
      working,
      pendingFirewalls,
      this.finder,
      new ViewStatus(views.servers, this.sources),
      new RateLimitStatus(sessions),
      ...[views.servers, views.account].map((view) =>
        view.onDidChangeVisibility(() => this.finder.rest()),
      ),
      sessions.onDidChangeAccounts((id) => void this.#forgetRemoved(id)),
    ];
  }

  /** Shows a resource's row and selects it. A kind that no view has a row for shows what it hangs under. */
  async reveal(reference: ResourceReference): Promise<void> {
    const [root] = lineage(reference.kind);
    const isServer = root?.id === 'server';
    const tree = isServer ? this.servers : this.account;
    const view = isServer ? this.#views.servers : this.#views.account;
    await this.#learn(tree, reference);
    await revealRow(view, tree.include(reference));
  }

  /** Lets the person find a resource of any account. */
  find(): Promise<Destination | undefined> {
    return goToResource(this.finder, () =>
      this.sources.favourites.all.map(({ reference }) => reference),
    );
  }

  /** Shows the row of the resource that a document's path names; false where there is none. */
  async follow(path: string): Promise<boolean> {
    const reference = parseDocumentPath(path);
    const account = reference && (await this.sources.sessions.account(reference.account));
    if (!reference || !account) return false;
    await this.reveal(reference);
    return true;
  }

  /** Keeps a resource on top of its collection, and what it hangs under where no page has that. */
  async remember(reference: ResourceReference): Promise<void> {
    const { favourites, store } = this.sources;
    await this.known(reference);
    for (let above = parentOf(reference); above; above = parentOf(above)) {
      const listing = store.peek(collectionOf(above));
      const isListed = listing !== undefined && findItem(listing, above.ids.at(-1)) !== undefined;
      // oxlint-disable-next-line no-await-in-loop
      if (!isListed) await favourites.add(above, (await this.known(above)) ?? {});
    }
    await favourites.add(reference, (await this.known(reference)) ?? {});
  }

  /** Takes a resource that is no more from where it was kept in sight, and all that hung under it. */
  async forget(reference: ResourceReference): Promise<void> {
    const { favourites } = this.sources;
    for (const tree of [this.servers, this.account]) tree.exclude(reference);
    for (const each of favourites.all) {
      // Each is a change of the same list.
      // oxlint-disable-next-line no-await-in-loop
      if (isWithin(each.reference, reference)) await favourites.remove(each.reference);
    }
  }

  /** A resource as it is known, read where it is not; nothing where that is not possible. */
  async known(reference: ResourceReference): Promise<Resource | undefined> {
    const known = findResource(this.sources, reference);
    if (known || !findKind(reference.kind).operations.read) return known;
    return this.sources.store.read(reference).catch(() => undefined);
  }

  /** A resource in words. */
  readonly describe = (reference: ResourceReference): Presentation =>
    present(reference, findResource(this.sources, reference));

  /** Forgets what the person chose and pinned; what is known of accounts goes with them. */
  async clear(): Promise<void> {
    const { favourites, options } = this.sources;
    await Promise.all([favourites.clear(), options.clear()]);
  }

  /** Writes what waits to be written. */
  async stop(): Promise<void> {
    await this.sources.memory.flush();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Reads a resource, and all it hangs under, of which no row is known yet. */
  async #learn(tree: ResourceTree, reference: ResourceReference): Promise<void> {
    const { memory, store } = this.sources;
    await memory.restore(reference.account);
    const levels = lineage(reference.kind).filter(({ variable }) => variable);
    for (const [index, kind] of levels.entries()) {
      const { account } = reference;
      const above = { account, kind: kind.id, ids: reference.ids.slice(0, index + 1) };
      if (store.find(above) || !kind.operations.read) continue;
      tree.include(above);
      // A row that can't be read still shows, by its id.
      // oxlint-disable-next-line no-await-in-loop
      await store.read(above).catch(() => undefined);
    }
  }

  async #forgetRemoved(id: string): Promise<void> {
    if (await this.sources.sessions.account(id)) return;
    const { memory, favourites } = this.sources;
    await Promise.all([memory.forget(id), favourites.removeAccount(id), this.finder.forget(id)]);
  }
}

/** How long the editor gathers changes of a tree before it asks for its rows, in milliseconds, and some. */
const settleMs = 400;

/** How often a row is revealed until it is selected; once is enough where nothing is being reread. */
const mostTries = 4;

/**
 * While the rows above are being reread, the editor refuses to reveal a row or, without a word, does
 * nothing: then that is waited for.
 */
async function revealRow(view: vscode.TreeView<TreeNode>, node: TreeNode): Promise<void> {
  for (let left = mostTries - 1; ; left -= 1) {
    try {
      // Each try has to end before it is known whether another one is needed.
      // oxlint-disable-next-line no-await-in-loop
      await view.reveal(node, { select: true, focus: true, expand: true });
      if (left === 0 || view.selection.some((each) => nodeId(each) === nodeId(node))) return;
    } catch (error) {
      if (left === 0) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, settleMs));
  }
}
