import * as vscode from 'vscode';
import { nodeId, type TreeNode } from '../../../explorer/nodes';
import { describeUse } from './treeItems';
import { type Account, isProduction } from '../../../accounts/account';
import { OpenRows } from '../../../explorer/openRows';
import { TreeContent, TreeNodes } from '../../../explorer/treeContent';
import { TreeItems } from './treeItems';
import type { TreeSources } from '../../../explorer/treeSources';
import type { SessionChange } from '../../../accounts/sessions';
import { childKinds, findKind, type KindId } from '../../../resources/kinds/kinds';
import {
  collectionBelow,
  collectionOf,
  type CollectionReference,
  parentOf,
  type ResourceReference,
  isServer,
} from '../../../resources/reference';
import type { StoreChange } from '../../../resources/store/resourceStore';
import { toSignal } from '../../editor/cancellation';
import { toRowUri } from '../../editor/uris';
import { describeFacts } from '../../../resources/serverFacts';
import type { Resource } from '../../../resources/kinds/kind';
import { Markdown } from '../../editor/markdown';
import { describeNextRun } from '../../../resources/cron/describeRuns';
import { toRaw, type Words } from '../../../base/foreignText';
import { writeMoment } from '../../../base/moment';
import { listOddFields } from '../../../explorer/oddFields';
import { findResource, presentIn } from '../../../resources/names/resourceNames';
import { t } from '../../../base/l10n';

/** Provides one tree's rows, their appearance and their parents to the editor. */
export class ResourceTree {
  readonly #sources: TreeSources;
  readonly #roots: readonly KindId[];
  readonly #hasServers: boolean;
  readonly #content: TreeContent;
  readonly #items: TreeItems;
  readonly #nodes = new TreeNodes();
  readonly #openRows = new OpenRows();
  #isSelected = false;
  /** The production accounts, known before their rows are drawn. */
  #production: ReadonlySet<string> = new Set();
  readonly #changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly #moved = new vscode.EventEmitter<void>();
  readonly #renewing = new vscode.EventEmitter<Promise<unknown>>();

  readonly onDidChangeTreeData = this.#changed.event;
  readonly onDidMoveRows = this.#moved.event;
  /** Fires with a reread during which the rows stay visible, so that the view shows progress. */
  readonly onDidRenew = this.#renewing.event;

  /** @param roots the kinds that this tree shows directly below an account. */
  constructor(sources: TreeSources, roots: readonly KindId[]) {
    this.#sources = sources;
    this.#roots = roots;
    this.#hasServers = roots.some((kind) => isServer({ kind }));
    this.#content = new TreeContent(sources, roots, (collection) => this.#renew(collection));
    this.#items = new TreeItems(sources, this.#openRows, this.#hasServers);
    const { sessions, store, pins, options, search, facts, busyState, pendingFirewalls } = sources;
    store.onDidChange((change) => void this.#redraw(change));
    sessions.onDidChangeAccounts(() => void this.#redrawAccounts());
    sessions.onDidChangeState((change) => void this.#redrawAccount(change));
    pins.onDidChange((collection) => void this.#redraw({ collection }));
    options.onDidChange(() => this.#changed.fire(undefined));
    if (this.#hasServers) this.#followFleet();
    search.onDidFind((collection) => void this.#redraw({ collection }));
    facts.onDidRead((server) => this.#redrawCounts(server));
    pendingFirewalls.onDidChange((collection) => void this.#redraw({ collection }));
    sources.troubles.onDidChange((all) =>
      this.#fire(...all.flatMap((each) => this.#nodes.of(each))),
    );
    busyState.onDidChange((reference) => this.#fire(...this.#nodes.of(reference)));
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = this.#items.draw(node);
    const account = topAccountOf(node);
    if (account !== undefined && this.#production.has(account))
      item.resourceUri = toRowUri(account);
    return item;
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: TreeNode,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    const tooltip = await readTooltip(this.#sources, node, toSignal(token));
    if (tooltip) item.tooltip = tooltip;
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    try {
      if (!node) {
        const accounts = await this.#sources.sessions.accounts();
        this.#production = new Set(accounts.filter(isProduction).map(({ id }) => id));
      }
      return (await this.#content.children(node)).map((child) => this.#nodes.intern(child));
    } catch (error) {
      return [this.#nodes.intern({ type: 'failure', parent: node, error })];
    }
  }

  noteOpen(node: TreeNode, isOpen: boolean): void {
    this.#openRows.note(nodeId(node), isOpen);
  }

  noteSelected(isSelected: boolean): void {
    this.#isSelected = isSelected;
  }

  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    const parent = await this.#content.parent(node);
    return parent && this.#nodes.intern(parent);
  }

  /** The account, if no row shows it, and the person's view options. */
  async describe(): Promise<string> {
    const [only, other] = await this.#sources.sessions.accounts();
    const { grouping } = this.#sources.options.current;
    return [
      this.#hasServers && grouping !== 'none' ? t('by {0}', t(grouping)) : '',
      only && !other ? describeOnly(only) : '',
      only && !other && this.#sources.sessions.isReadOnly(only.id) ? t('read-only') : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }

  include(reference: ResourceReference): TreeNode {
    this.#content.members.include(reference);
    return this.#nodes.intern({ type: 'resource', reference });
  }

  includeAll(collection: CollectionReference, parent: ResourceReference): TreeNode {
    this.#content.members.include(parent);
    return this.#nodes.intern({ type: 'collection', reference: collection });
  }

  exclude(reference: ResourceReference): void {
    this.#content.members.exclude(reference);
  }

  /** Rereads everything below a row, or everything if there is none. */
  refresh(node?: TreeNode): void {
    const { store, search, fleet, parts } = this.#sources;
    if (node && !this.#nodes.has(node)) return;
    search.forget();
    fleet.forget();
    parts.forget();
    if (!node) {
      store.outdate();
      this.#changed.fire(undefined);
    } else if (node.type === 'account') {
      store.outdate(node.account.id);
      this.#fire(node);
    } else if (node.type === 'brokenAccount') {
      this.#changed.fire(undefined);
    } else if (node.type === 'failure') {
      if (node.parent && node.parent.type !== 'account') this.refresh(node.parent);
      else this.refresh();
    } else if (node.type === 'message') {
      store.outdateBelow(node.reference);
      void this.#redraw({ collection: node.reference });
    } else {
      store.outdateBelow(node.reference);
      this.#fire(this.#nodes.intern(node));
    }
  }

  /** Reading that ends early, and what the filter needs of servers, change rows. */
  #followFleet(): void {
    const { fleet, parts } = this.#sources;
    parts.onDidChange(() => this.#changed.fire(undefined));
    fleet.onDidStart((reading) => this.#renewing.fire(reading));
    fleet.onDidChange(({ collection, state }) => {
      if (state !== 'running') void this.#redraw({ collection });
    });
  }

  /** Rereads a collection that is already shown; its rows are updated when the answer arrives. */
  #renew(collection: CollectionReference): void {
    const reading = this.#sources.store
      .list(collection)
      // The store keeps the failure, and a row shows it.
      .catch(() => this.#redraw({ collection }));
    this.#renewing.fire(reading);
  }

  /** Keeps rows expanded and selected when they move below their account's row, or out of it. */
  async #redrawAccounts(): Promise<void> {
    const before = this.#content.soleAccount;
    const accounts = await this.#sources.sessions.accounts();
    const after = accounts.length === 1 ? accounts[0]?.id : undefined;
    const isInUse = this.#openRows.isAny || this.#isSelected;
    this.#openRows.reopen(...(before !== undefined && isInUse ? [`account/${before}`] : []));
    this.#changed.fire(undefined);
    if (before !== after) this.#moved.fire();
  }

  /** If the only account has none, redraws all rows when its sign-in row appears or disappears. */
  async #redrawAccount({ account, state }: SessionChange): Promise<void> {
    const node = await this.#content.accountNode(account);
    if (node || state === 'needsSignIn' || state === 'unknown') this.#fire(node);
  }

  async #redraw({ collection, resource }: StoreChange): Promise<void> {
    if (resource && this.#nodes.of(resource).length > 0) {
      const hidden = this.#content.isHidden(resource) ? parentOf(resource) : undefined;
      this.#fire(...this.#nodes.of(hidden ?? resource));
      return;
    }
    if (collection.parents.length === 0 && !this.#roots.includes(collection.kind)) return;
    const { list } = findKind(collection.kind).operations;
    const parent = parentOf(collection);
    // The row of a kind that no service lists comes with its first resource and goes with the last.
    if (!list && parent) return this.#fire(...this.#nodes.of(parent));
    const rows = this.#nodes.of(collection).filter(({ type }) => type === 'collection');
    if (rows.length > 0) this.#fire(...rows);
    else if (collection.parents.length === 0) this.#fire(await this.#content.holder(collection));
  }

  /** The server's own row isn't one: that would close the hover that requested the facts. */
  #redrawCounts(server: ResourceReference): void {
    const collections = childKinds(server.kind)
      .map((child) => collectionBelow(server, child.id))
      .filter((collection) => !this.#sources.store.peek(collection))
      .flatMap((collection) => this.#nodes.of(collection));
    this.#fire(...collections.filter(({ type }) => type === 'collection'));
  }

  #fire(...nodes: readonly (TreeNode | undefined)[]): void {
    if (nodes.length === 0) return;
    const known = nodes.flatMap((node) => (node ? [this.#nodes.intern(node)] : []));
    this.#changed.fire(known.length === nodes.length ? known : undefined);
  }
}

/** The only account. What matters most comes first: a narrow view cuts the end. */
function describeOnly(account: Account): string {
  const parts = [describeUse(account), account.label];
  return (account.isSandbox ? parts.toReversed() : parts).join(' · ');
}

/** The account whose row this is, or at whose top it is: other rows bear no mark. */
function topAccountOf(node: TreeNode): string | undefined {
  if (node.type === 'account') return node.account.id;
  if (node.type !== 'resource' && node.type !== 'collection') return undefined;
  return parentOf(node.reference) ? undefined : node.reference.account;
}

/** Undefined if the row's text says everything. Reads facts that only the hover shows. */
async function readTooltip(
  sources: TreeSources,
  node: TreeNode,
  signal: AbortSignal,
): Promise<vscode.MarkdownString | undefined> {
  if (node.type !== 'resource') return undefined;
  const { reference } = node;
  const { facts, store } = sources;
  const more: (readonly [string, string])[] = [];
  if (isServer(reference)) {
    const read = await facts.read(reference, signal);
    more.push(...describeFacts(read, store.find(reference) ?? {}));
  } else if (findKind(reference.kind).operations.states) {
    await store.readStates(collectionOf(reference), { signal });
  } else if (!findKind(reference.kind).variable && !store.find(reference)) {
    await store.read(reference, { signal }).catch(() => undefined);
  }
  const resource = findResource(sources, reference);
  const presentation = presentIn(reference, resource);
  const text = new Markdown().bold(presentation.label);
  const kindName = t(findKind(reference.kind).names.one);
  text.text([kindName, presentation.state].filter(Boolean).join(', '));
  const sentences = sources.troubles.of(reference)?.sentences ?? [];
  if (sentences.length > 0) text.paragraph('');
  for (const each of sentences) text.item(each);
  appendTable(text, listOddFields(resource));
  // One table: values of several would not line up.
  appendTable(text, [...(presentation.facts ?? []), ...scheduleFacts(resource), ...more]);
  return text.value;
}

function scheduleFacts(resource: Resource | undefined): readonly (readonly [string, string])[] {
  const { time, enabled } = resource ?? {};
  if (typeof time !== 'string' || enabled === 0 || enabled === false) return [];
  return [[t('Next run'), describeNextRun(time, new Date())]];
}

function appendTable(
  text: Markdown,
  facts: readonly (readonly [name: string, value: Words])[],
): void {
  // Data from an earlier session lacks what must not be stored.
  const known = facts.filter(([, value]) => toRaw(value) !== '');
  if (known.length > 0) text.table(known.map(([name, value]) => [name, writeDate(value)]));
}

/** A date as the person writes it; every other value unchanged. */
function writeDate(value: Words): Words {
  const raw = toRaw(value);
  const written = writeMoment(raw);
  return written === raw ? value : written;
}
