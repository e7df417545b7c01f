import type { Message, TreeNode } from './nodes';
import { placeBelow } from './nodes';
import { ServerRows } from './serverRows';
import type { TreeSources } from './treeSources';
import type { Account } from '../../resources/accounts/account';
import type { KindId, ResourceId, ResourceKind } from '../../resources/kinds/kind';
import { childKinds, findKind } from '../../resources/kinds/kinds';
import type { Listing } from '../../resources/listing';
import { StateLearner } from '../../resources/learnStates';
import { isOffered, isReadable } from '../../resources/offers';
import {
  type CollectionReference,
  collectionOf,
  isWithin,
  parentOf,
  type ResourceReference,
  toKey,
} from '../../resources/reference';

/** What stands where in a tree: accounts, collections, resources and what is to be said of them. */
export class TreeContent {
  readonly #sources: TreeSources;
  readonly #roots: readonly KindId[];
  readonly #renew: (collection: CollectionReference) => void;
  readonly #serverRows: ServerRows;
  readonly #states: StateLearner;
  /** Resources that are shown although no page with them was read: someone asked for just them. */
  readonly #revealed = new Map<string, ResourceReference>();

  /**
   * @param roots the kinds at an account's top that this tree shows.
   * @param renew called for a collection that is shown but has to be read again.
   */
  constructor(
    sources: TreeSources,
    roots: readonly KindId[],
    renew: (collection: CollectionReference) => void,
  ) {
    this.#sources = sources;
    this.#roots = roots;
    this.#renew = renew;
    this.#serverRows = new ServerRows(sources);
    this.#states = new StateLearner(sources.store);
  }

  /** Shows a resource whatever pages were read. */
  include(reference: ResourceReference): void {
    this.#revealed.set(toKey(reference), reference);
  }

  /** Shows a resource, and what hangs under it, only where a page has it. */
  exclude(reference: ResourceReference): void {
    for (const [key, each] of this.#revealed)
      if (isWithin(each, reference)) this.#revealed.delete(key);
  }

  /** The rows below a row, or at the top. @throws ApiError where they could not be read. */
  async children(node: TreeNode | undefined): Promise<readonly TreeNode[]> {
    if (!node) return this.#top();
    switch (node.type) {
      case 'account':
        return this.#accountNodes(node.account);
      case 'group':
        return this.#serverRows.inGroup(node, this.#members(node.reference));
      case 'collection':
        return this.#collectionNodes(node, node.reference);
      case 'resource':
        return this.#below(node, node.reference);
      case 'brokenAccount':
      case 'more':
      case 'message':
      case 'failure':
        return [];
    }
  }

  /** The row above a row; nothing at the top. */
  async parent(node: TreeNode): Promise<TreeNode | undefined> {
    switch (node.type) {
      case 'account':
      case 'brokenAccount':
        return undefined;
      case 'failure':
        return node.parent;
      case 'more':
      case 'message':
      case 'group':
        return this.holder(node.reference);
      case 'collection':
        return this.#above(node.reference, placeBelow(node));
      case 'resource': {
        if (!findKind(node.reference.kind).variable) {
          return this.#above(node.reference, placeBelow(node));
        }
        const group = this.#serverRows.groupOf(node.reference);
        return group ?? this.holder(collectionOf(node.reference), placeBelow(node));
      }
    }
  }

  /** The row whose children a collection's resources are; nothing where that is the top. */
  async holder(
    reference: CollectionReference,
    place: { readonly within?: string } = {},
  ): Promise<TreeNode | undefined> {
    return reference.parents.length > 0 || this.#roots.length > 1
      ? { type: 'collection', reference, ...place }
      : this.accountNode(reference.account);
  }

  async #top(): Promise<readonly TreeNode[]> {
    const { sessions } = this.#sources;
    const [accounts, broken] = await Promise.all([sessions.accounts(), sessions.broken()]);
    const [only] = accounts;
    const rows: readonly TreeNode[] =
      only && accounts.length === 1
        ? await this.#accountNodes(only)
        : accounts.map((account) => ({ type: 'account', account }));
    return [...rows, ...broken.map((id): TreeNode => ({ type: 'brokenAccount', id }))];
  }

  /** Above what is known of an account stands, where its credentials were refused, the way to sign in. */
  async #accountNodes(account: Account): Promise<readonly TreeNode[]> {
    const rows = await this.#accountResources(account);
    const refusal = this.#sources.sessions.opened(account.id)?.refusal;
    if (!refusal) return rows;
    const failure: TreeNode = {
      type: 'failure',
      parent: { type: 'account', account },
      error: refusal,
    };
    return [failure, ...rows.filter((row) => !asksToSignInFirst(row))];
  }

  /** With one kind of root its resources stand at once; with several each is a row. */
  async #accountResources(account: Account): Promise<readonly TreeNode[]> {
    const { memory, sessions } = this.#sources;
    // Both are read from the editor's storage: together, where the rows are about to be asked for, which then
    // tell what failed.
    const isAboutToRead = this.#roots.length === 1;
    if (isAboutToRead) sessions.session(account.id).catch(() => undefined);
    await memory.restore(account.id);
    const collections = this.#visible(this.#roots.map(findKind)).map((kind) => ({
      account: account.id,
      kind: kind.id,
      parents: [],
    }));
    const [first] = collections;
    if (first && isAboutToRead) {
      return this.#collectionNodes({ type: 'account', account }, first);
    }
    const offered = collections.filter(({ kind }) => isOffered(findKind(kind), account));
    return first && offered.length === 0
      ? [{ type: 'message', message: 'notOffered', reference: first }]
      : offered.map((reference) => ({ type: 'collection', reference }));
  }

  async #collectionNodes(
    holder: TreeNode,
    collection: CollectionReference,
  ): Promise<readonly TreeNode[]> {
    const kind = findKind(collection.kind);
    const account = await this.#sources.sessions.account(collection.account);
    if (account && !isReadable(kind, account)) {
      const ways = kind.parent === undefined ? 'openById' : 'notOffered';
      return [...this.#toNodes(this.#extra(collection), holder), say(ways, collection)];
    }
    const failed: TreeNode[] = [];
    const listing = await this.#listing(collection).catch((error: unknown) => {
      failed.push({ type: 'failure', parent: holder, error });
      return undefined;
    });
    if (listing) this.#states.look(collection);
    const failure = this.#sources.store.failure(collection);
    if (listing && failure !== undefined) {
      failed.push({ type: 'failure', parent: holder, error: failure });
    }
    const members = this.#members(collection);
    // Where the account's credentials are refused, one row says so: the account's own.
    const waitsForSignIn = this.#sources.sessions.opened(collection.account)?.refusal !== undefined;
    if (waitsForSignIn) failed.length = 0;
    const rows = this.#serverRows.applies(collection)
      ? this.#serverRows.arrange(collection, members, listing)
      : this.#toNodes(members, holder);
    const more: TreeNode[] =
      listing && !listing.isComplete
        ? [{ type: 'more', reference: collection, ...placeBelow(holder) }]
        : [];
    const reminder = this.#sources.pendingFirewalls.isPending(collection)
      ? [say('notDeployed', collection)]
      : [];
    const all = [...reminder, ...failed, ...rows, ...more];
    if (rows.length > 0 || failed.length > 0) return all;
    if (waitsForSignIn) return [...reminder, say('signInFirst', collection)];
    return [...reminder, say(members.length > 0 ? 'noMatch' : 'none', collection), ...more];
  }

  /** What is known at once, renewed afterwards where it may be old; else it is read first. */
  async #listing(collection: CollectionReference): Promise<Listing> {
    const { store } = this.#sources;
    const known = store.peek(collection);
    if (!known) return store.list(collection);
    if (known.freshness !== 'fresh' && store.failure(collection) === undefined) {
      this.#renew(collection);
    }
    return known;
  }

  /** The resources of a collection as far as they are known, the person's favourites first. */
  #members(collection: CollectionReference): readonly ResourceReference[] {
    const { account, kind, parents } = collection;
    const listing = this.#sources.store.peek(collection);
    const first = this.#extra(collection);
    const firstIds = new Set(first.map(({ ids }) => ids.at(-1)));
    const listed = (listing?.items ?? []).map((item) => item['id'] as ResourceId);
    return [
      ...first,
      ...listed
        .filter((id) => !firstIds.has(id))
        .map((id) => ({ account, kind, ids: [...parents, id] })),
    ];
  }

  /** What is shown whatever pages were read: favourites, and what was asked for by itself. */
  #extra(collection: CollectionReference): readonly ResourceReference[] {
    const { favourites, store } = this.#sources;
    const key = toKey(collection);
    const pinned = favourites.of(collection).map(({ reference }) => reference);
    const keys = new Set(pinned.map(toKey));
    const listed = new Set(store.peek(collection)?.items.map((item) => item['id']));
    const revealed = [...this.#revealed.values()].filter(
      (reference) =>
        toKey(collectionOf(reference)) === key &&
        !keys.has(toKey(reference)) &&
        !listed.has(reference.ids.at(-1)),
    );
    return [...pinned, ...revealed];
  }

  async #below(node: TreeNode, reference: ResourceReference): Promise<readonly TreeNode[]> {
    const { account: accountId, ids } = reference;
    const account = await this.#sources.sessions.account(accountId);
    const kinds = this.#visible(childKinds(reference.kind)).filter(
      (kind) => !account || isOffered(kind, account),
    );
    const place = placeBelow(node);
    return kinds.map((kind) => {
      if (kind.variable) {
        const collection = { account: accountId, kind: kind.id, parents: ids };
        return { type: 'collection', reference: collection, ...place };
      }
      const only = { account: accountId, kind: kind.id, ids };
      if (kind.operations.readsWithParent) this.#learnState(only);
      return { type: 'resource', reference: only, ...place };
    });
  }

  #learnState(reference: ResourceReference): void {
    const { store } = this.#sources;
    if (store.find(reference) || store.failure(reference) !== undefined) return;
    // The store keeps why it failed, and the row says so.
    void store.read(reference, { priority: 'background' }).catch(() => undefined);
  }

  #visible(kinds: readonly ResourceKind[]): readonly ResourceKind[] {
    const { hiddenKinds } = this.#sources.options.current;
    return kinds.filter(({ id }) => !hiddenKinds.includes(id));
  }

  #toNodes(references: readonly ResourceReference[], holder: TreeNode): TreeNode[] {
    const place = placeBelow(holder);
    return references.map((reference) => ({ type: 'resource', reference, ...place }));
  }

  async #above(
    reference: ResourceReference | CollectionReference,
    place: { readonly within?: string },
  ): Promise<TreeNode | undefined> {
    const parent = parentOf(reference);
    return parent
      ? { type: 'resource', reference: parent, ...place }
      : this.accountNode(reference.account);
  }

  /** The row of an account; nothing where it is the only one and its rows stand at the top. */
  async accountNode(id: string): Promise<TreeNode | undefined> {
    const accounts = await this.#sources.sessions.accounts();
    const account = accounts.find((each) => each.id === id);
    return account && accounts.length > 1 ? { type: 'account', account } : undefined;
  }
}

function asksToSignInFirst(row: TreeNode): boolean {
  return row.type === 'message' && row.message === 'signInFirst';
}

function say(message: Message, reference: CollectionReference): TreeNode {
  return { type: 'message', message, reference };
}
