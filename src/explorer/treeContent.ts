import { isUsedById, isWorthShowing } from './documentedUse';
import { ApiError } from '../api/errors';
import {
  matchBelow,
  nodeId,
  placeAboveMatch,
  placeBelow,
  resourceRow,
  type RowMessage,
  type RowPlace,
  type TreeNode,
} from './nodes';
import { ServerRows } from './serverRows';
import type { TreeSources } from './treeSources';
import type { Account } from '../accounts/account';
import {
  childKinds,
  findKind,
  type KindId,
  type ResourceKind,
  isAvailable,
  isReadable,
} from '../resources/kinds/kinds';
import { type Listing, mayBeIncomplete } from '../resources/store/listing';
import {
  collectionBelow,
  collectionOf,
  type CollectionReference,
  isServer,
  isWithin,
  itemOf,
  parentOf,
  type ResourceReference,
  toKey,
  serversOf,
  type Target,
} from '../resources/reference';

export class TreeContent {
  readonly #sources: TreeSources;
  readonly #roots: readonly KindId[];
  readonly #renew: (collection: CollectionReference) => void;
  readonly #serverRows: ServerRows;
  readonly members: Members;
  #soleAccount: string | undefined;

  /** @param renew called for a collection that is shown but has to be reread. */
  constructor(
    sources: TreeSources,
    roots: readonly KindId[],
    renew: (collection: CollectionReference) => void,
  ) {
    this.#sources = sources;
    this.#roots = roots;
    this.#renew = renew;
    this.#serverRows = new ServerRows(sources);
    this.members = new Members(sources);
  }

  get soleAccount(): string | undefined {
    return this.#soleAccount;
  }

  async children(node: TreeNode | undefined): Promise<readonly TreeNode[]> {
    if (!node) return this.#top();
    switch (node.type) {
      case 'account':
        return this.#accountNodes(node.account);
      case 'group':
        return this.#serverRows.inGroup(node, this.members.of(node.reference));
      case 'collection':
        return this.#collectionNodes(node, node.reference);
      case 'resource': {
        const matches = isServer(node.reference) ? this.#serverRows.matchesOn(node.reference) : [];
        if (matches.length === 0) return this.#below(node, node.reference);
        const { reference } = node;
        const rest: TreeNode = { type: 'rest', reference, ...placeBelow(node) };
        return [...matches.map((each) => matchBelow(node, each)), rest];
      }
      case 'rest':
        return this.#below(node, node.reference);
      case 'brokenAccount':
      case 'more':
      case 'message':
      case 'failure':
        return [];
    }
  }

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
      case 'rest':
        return resourceRow(node.reference, placeBelow(node));
      case 'collection':
        return this.#above(node.reference, placeBelow(node));
      case 'resource': {
        const above = parentOf(node.reference);
        const place = above && isServer(above) ? placeAboveMatch(node) : undefined;
        if (above && place) return resourceRow(above, place);
        if (!findKind(node.reference.kind).variable) {
          return this.#above(node.reference, placeBelow(node));
        }
        const group = this.#serverRows.groupOf(node.reference);
        return group ?? this.holder(collectionOf(node.reference), placeBelow(node));
      }
    }
  }

  /** The row whose children are a collection's resources; undefined if that is the root. */
  async holder(
    reference: CollectionReference,
    place: RowPlace = {},
  ): Promise<TreeNode | undefined> {
    return reference.parents.length > 0 || this.#roots.length > 1
      ? { type: 'collection', reference, ...place }
      : this.accountNode(reference.account);
  }

  async #top(): Promise<readonly TreeNode[]> {
    const { sessions, choices } = this.#sources;
    const [accounts, broken] = await Promise.all([
      sessions.accounts(),
      sessions.broken(),
      choices.ready(),
    ]);
    const only = accounts.length === 1 ? accounts[0] : undefined;
    this.#soleAccount = only?.id;
    if (!only) await Promise.all(accounts.map(({ id }) => this.#learnCount(id)));
    const rows: readonly TreeNode[] = only
      ? await this.#accountNodes(only)
      : accounts.map((account) => ({ type: 'account', account }));
    return [...rows, ...broken.map((id): TreeNode => ({ type: 'brokenAccount', id }))];
  }

  /** An account's row shows how many servers it has; asks for them only if that was never known. */
  async #learnCount(account: string): Promise<void> {
    const { storage, store, sessions } = this.#sources;
    await storage.restore(account);
    const servers = serversOf(account);
    if (!this.#roots.includes(servers.kind) || store.peek(servers) || store.isRefused(servers))
      return;
    if (store.failure(servers) !== undefined || sessions.opened(account)?.refusal) return;
    void store.list(servers, { priority: 'background' }).catch(() => undefined);
  }

  /** If an account's credentials were refused, the row to sign in comes first. */
  async #accountNodes(account: Account): Promise<readonly TreeNode[]> {
    const rows = await this.#accountResources(account);
    const refusal = this.#sources.sessions.opened(account.id)?.refusal;
    if (!refusal) return rows;
    const failure: TreeNode = {
      type: 'failure',
      parent: { type: 'account', account },
      error: refusal,
    };
    // The refusal may have become known after a row that says the same.
    const saysSo = (row: TreeNode): boolean =>
      row.type === 'failure'
        ? row.error instanceof ApiError && row.error.reason === 'unauthorized'
        : row.type === 'message' && row.message === 'signInFirst';
    return [failure, ...rows.filter((row) => !saysSo(row))];
  }

  /** A single kind of root shows its resources directly; several have a row each. */
  async #accountResources(account: Account): Promise<readonly TreeNode[]> {
    const { storage, sessions } = this.#sources;
    // Both are read from the editor's storage. They are read together if the rows are about to be
    // requested, which then report any failure.
    const isAboutToRead = this.#roots.length === 1;
    if (isAboutToRead) sessions.session(account.id).catch(() => undefined);
    await storage.restore(account.id);
    const collections = this.#visible(this.#roots.map(findKind)).map((kind) => ({
      account: account.id,
      kind: kind.id,
      parents: [],
    }));
    const [first] = collections;
    if (first && isAboutToRead) {
      return this.#collectionNodes({ type: 'account', account }, first);
    }
    const offered = collections.filter(({ kind }) => isAvailable(findKind(kind), account));
    return first && offered.length === 0
      ? [{ type: 'message', message: 'notOffered', reference: first }]
      : offered.map((reference) => ({ type: 'collection', reference }));
  }

  async #collectionNodes(
    holder: TreeNode,
    collection: CollectionReference,
  ): Promise<readonly TreeNode[]> {
    const { sessions, store, fleet, pendingFirewalls } = this.#sources;
    const kind = findKind(collection.kind);
    const place = placeBelow(holder);
    const rowsOf = (references: readonly ResourceReference[]): readonly TreeNode[] =>
      references.map((each) => resourceRow(each, place));
    if (!kind.operations.list) return rowsOf(this.members.extra(collection));
    const account = await sessions.account(collection.account);
    if (account && !isReadable(kind, account)) {
      return [...rowsOf(this.members.extra(collection)), say('notOffered', collection)];
    }
    const failed: TreeNode[] = [];
    const listing = await this.#listing(collection).catch((error: unknown) => {
      failed.push({ type: 'failure', parent: holder, error });
      return undefined;
    });
    if (listing) store.completeStates(collection);
    const failure = store.failure(collection);
    if (listing && failure !== undefined) {
      failed.push({ type: 'failure', parent: holder, error: failure });
    }
    const isArranged = isServer(collection);
    if (listing && isArranged) fleet.check(collection, listing);
    const isUnlisted = !listing && store.isRefused(collection);
    const mayAdd = isUnlisted && account !== undefined && isUsedById(kind, account);
    const members = this.members.of(collection);
    // If the account's credentials are refused, only the account's own row says so.
    const waitsForSignIn = sessions.opened(collection.account)?.refusal !== undefined;
    if (waitsForSignIn || mayAdd) failed.length = 0;
    const rows = isArranged
      ? this.#serverRows.arrange(collection, members, listing)
      : rowsOf(members);
    const more: readonly TreeNode[] =
      listing?.isComplete === false ? [{ type: 'more', reference: collection, ...place }] : [];
    const unchecked = isArranged ? this.#serverRows.unchecked(collection, members) : [];
    const reminder = pendingFirewalls.isPending(collection)
      ? [say(isUnlisted ? 'deploymentUnknown' : 'notDeployed', collection), ...unchecked]
      : unchecked;
    const doubts = doubtsOf(listing, mayAdd).map((doubt) => say(doubt, collection));
    // A list that isn't offered implies nothing about the resources that were added by id.
    const known = isUnlisted ? [...rows, ...failed] : [...failed, ...rows];
    if (rows.length > 0 || failed.length > 0) return [...reminder, ...known, ...doubts, ...more];
    if (waitsForSignIn) return [...reminder, say('signInFirst', collection)];
    const noMatch = fleet.isRunning(collection) || unchecked.length > 0 ? 'noMatchYet' : 'noMatch';
    if (members.length > 0) return [...reminder, say(noMatch, collection), ...doubts, ...more];
    return [...reminder, ...(doubts.length > 0 ? doubts : [say('none', collection)]), ...more];
  }

  /** Returns known data at once, rereading it if it may be outdated; otherwise reads it first. */
  async #listing(collection: CollectionReference): Promise<Listing> {
    const { store } = this.#sources;
    const known = store.peek(collection);
    if (!known) return store.list(collection);
    if (known.freshness !== 'fresh' && store.failure(collection) === undefined) {
      this.#renew(collection);
    }
    return known;
  }

  async #below(node: TreeNode, reference: ResourceReference): Promise<readonly TreeNode[]> {
    const account = await this.#sources.sessions.account(reference.account);
    const kinds = this.#visible(childKinds(reference.kind)).filter(
      (kind) =>
        (!account || isWorthShowing(this.#sources.store, kind, reference, account)) &&
        this.#hasRows(kind, collectionBelow(reference, kind.id)) &&
        !this.isHidden({ ...reference, kind: kind.id }),
    );
    const place = placeBelow(node);
    return kinds.map((kind) => {
      if (kind.variable) {
        return { type: 'collection', reference: collectionBelow(reference, kind.id), ...place };
      }
      const only = { ...reference, kind: kind.id };
      if (kind.operations.readsWithParent) this.#learnState(only);
      return resourceRow(only, place);
    });
  }

  /** A kind that no service lists only has a row if some of its resources are known. */
  #hasRows({ variable, operations }: ResourceKind, collection: CollectionReference): boolean {
    const isListed = !variable || operations.list !== undefined;
    return isListed || this.members.extra(collection).length > 0;
  }

  /** True if a resource has no row because the service doesn't offer it. */
  isHidden(reference: ResourceReference): boolean {
    const { mayBeMissing } = findKind(reference.kind).operations;
    return mayBeMissing === true && this.#sources.store.isRefused(collectionOf(reference));
  }

  #learnState(reference: ResourceReference): void {
    const { store } = this.#sources;
    if (store.find(reference) || store.failure(reference) !== undefined) return;
    // The store keeps the failure, and the row shows it.
    void store.read(reference, { priority: 'background' }).catch(() => undefined);
  }

  #visible(kinds: readonly ResourceKind[]): readonly ResourceKind[] {
    const { hiddenKinds } = this.#sources.options.current;
    return kinds.filter(({ id }) => !hiddenKinds.includes(id));
  }

  async #above(reference: Target, place: RowPlace): Promise<TreeNode | undefined> {
    const parent = parentOf(reference);
    if (!parent) return this.accountNode(reference.account);
    const isInRest = isServer(parent) && this.#serverRows.matchesOn(parent).length > 0;
    return { type: isInRest ? 'rest' : 'resource', reference: parent, ...place };
  }

  async accountNode(id: string): Promise<TreeNode | undefined> {
    const accounts = await this.#sources.sessions.accounts();
    const account = accounts.find((each) => each.id === id);
    return account && accounts.length > 1 ? { type: 'account', account } : undefined;
  }
}

/** The resources of collections that are known without a request: loaded, pinned or revealed. */
class Members {
  readonly #sources: Pick<TreeSources, 'pins' | 'store'>;
  /** Resources that no loaded page contains, shown because they were requested individually. */
  readonly #revealed = new Map<string, ResourceReference>();

  constructor(sources: Pick<TreeSources, 'pins' | 'store'>) {
    this.#sources = sources;
  }

  include(reference: ResourceReference): void {
    this.#revealed.set(toKey(reference), reference);
  }

  /** Shows a resource and everything below it only if a loaded page contains it. */
  exclude(reference: ResourceReference): void {
    for (const [key, each] of this.#revealed)
      if (isWithin(each, reference)) this.#revealed.delete(key);
  }

  of(collection: CollectionReference): readonly ResourceReference[] {
    const first = this.extra(collection);
    const firstKeys = new Set(first.map(toKey));
    const items = this.#sources.store.peek(collection)?.items ?? [];
    const listed = items.map((item) => itemOf(collection, item));
    return [...first, ...listed.filter((each) => !firstKeys.has(toKey(each)))];
  }

  /** Resources that are shown regardless of loaded pages: pinned or requested individually. */
  extra(collection: CollectionReference): readonly ResourceReference[] {
    const { pins, store } = this.#sources;
    const key = toKey(collection);
    const pinned = pins.of(collection).map(({ reference }) => reference);
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
}

/** Says what a listing omits; without one, whether its resources can be added by their ids. */
function doubtsOf(listing: Listing | undefined, mayAdd: boolean): readonly RowMessage[] {
  if (!listing) return mayAdd ? ['addById'] : [];
  return [
    ...(listing.unreadable ? (['unreadable'] as const) : []),
    ...(mayBeIncomplete(listing) ? (['incomplete'] as const) : []),
  ];
}

function say(message: RowMessage, reference: CollectionReference): TreeNode {
  return { type: 'message', message, reference };
}

/** The existing rows. The editor identifies a row by its object, so there is one per identity. */
export class TreeNodes {
  readonly #byId = new Map<string, TreeNode>();
  readonly #idsByKey = new Map<string, Set<string>>();

  intern(node: TreeNode): TreeNode {
    const id = nodeId(node);
    const known = this.#byId.get(id);
    if (known && isSameNode(known, node)) return known;
    this.#byId.set(id, node);
    if (!('reference' in node)) return node;
    const key = toKey(node.reference);
    this.#idsByKey.set(key, (this.#idsByKey.get(key) ?? new Set()).add(id));
    return node;
  }

  has(node: TreeNode): boolean {
    return this.#byId.has(nodeId(node));
  }

  of(reference: Target): readonly TreeNode[] {
    const ids = this.#idsByKey.get(toKey(reference)) ?? [];
    return [...ids].flatMap((id) => this.#byId.get(id) ?? []);
  }
}

/** Compares content too for the types that have more than an identity. */
function isSameNode(known: TreeNode, node: TreeNode): boolean {
  if (known.type === 'account' && node.type === 'account') {
    return JSON.stringify(known.account) === JSON.stringify(node.account);
  }
  if (known.type === 'message' && node.type === 'message') {
    return known.counts?.part === node.counts?.part && known.counts?.whole === node.counts?.whole;
  }
  if (known.type === 'group' && node.type === 'group') {
    return node.count === undefined || known.count === node.count;
  }
  return known.type !== 'failure';
}
