import * as vscode from 'vscode';
import { isUnreadable } from '../../../explorer/documentedUse';
import type { OpenRows } from '../../../explorer/openRows';
import { nodeId, type RowMessage, type TreeNode } from '../../../explorer/nodes';
import type { TreeSources } from '../../../explorer/treeSources';
import { ApiError, type ApiErrorReason } from '../../../api/errors';
import type { Resource } from '../../../resources/kinds/kind';
import { childKinds, findKind, type ResourceKind } from '../../../resources/kinds/kinds';
import type { Listing } from '../../../resources/store/listing';
import {
  type CollectionReference,
  isServer,
  parentOf,
  type ResourceReference,
  serversOf,
  toKey,
} from '../../../resources/reference';
import { describeError } from '../../editor/messages';
import { collectionContext, resourceContext } from '../../../explorer/rowTokens';
import { describeOddFields } from '../../../explorer/oddFields';
import { describeEnd } from '../../../resources/expiry';
import { type Grouping, nameGroup } from '../../../resources/search/arrange';
import { Filter } from '../../../resources/search/filter';
import type { PartId } from '../../../resources/search/serverParts';
import { describeShare } from '../../../resources/serverFacts';
import { ServerRows } from '../../../explorer/serverRows';
import { toPlain } from '../../../base/foreignText';
import { themeIcon } from '../../editor/decoration';
import { openInEditor } from '../../editor/treeView';
import { toDocumentUri } from '../../editor/uris';
import { spokenLabel } from './spokenLabel';
import { findResource, named, presentIn } from '../../../resources/names/resourceNames';
import { formats, t } from '../../../base/l10n';
import { type Account, describeEnvironment, environmentColors } from '../../../accounts/account';
import type { SessionState } from '../../../accounts/sessions';

export class TreeItems {
  readonly #sources: TreeSources;
  readonly #openRows: OpenRows;
  readonly #showsServers: boolean;
  readonly #serverRows: ServerRows;

  constructor(sources: TreeSources, openRows: OpenRows, showsServers: boolean) {
    this.#sources = sources;
    this.#serverRows = new ServerRows(sources);
    this.#openRows = openRows;
    this.#showsServers = showsServers;
  }

  draw(node: TreeNode): vscode.TreeItem {
    const item = this.#draw(node);
    item.id = nodeId(node);
    const isCollapsed = item.collapsibleState === vscode.TreeItemCollapsibleState.Collapsed;
    if (isCollapsed && this.#openRows.has(item.id)) {
      item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
    }
    const isWorking = 'reference' in node && this.#sources.busyState.has(node.reference);
    if (isWorking && node.type !== 'message' && node.type !== 'group' && node.type !== 'rest') {
      item.iconPath = themeIcon('loading~spin');
      const label = item.accessibilityInformation?.label ?? '';
      item.accessibilityInformation = { label: t('{0}, in progress', label) };
    }
    return item;
  }

  #draw(node: TreeNode): vscode.TreeItem {
    const { sessions, store } = this.#sources;
    switch (node.type) {
      case 'account':
        return drawAccount(
          node.account,
          sessions.opened(node.account.id)?.state,
          sessions.isReadOnly(node.account.id),
          this.#showsServers ? this.#count(serversOf(node.account.id)) : undefined,
        );
      case 'brokenAccount':
        return drawBrokenAccount(node.id);
      case 'group':
        return drawGroup(node, this.#sources.options.current.grouping);
      case 'collection':
        return drawCollection(
          node.reference,
          this.#count(node.reference),
          store.peek(node.reference)?.isComplete === false,
          sessions.isReadOnly(node.reference.account),
          this.#describePending(node.reference),
        );
      case 'resource':
        return this.#drawResource(node.reference);
      case 'more':
        return drawMore(node, store.peek(node.reference));
      case 'rest':
        return drawRest();
      case 'message':
        return drawMessage(
          node,
          sessions.isReadOnly(node.reference.account),
          new Filter(this.#sources.options.current.filter).parts,
        );
      case 'failure':
        return failureItem(node);
    }
  }

  /** How many resources there are, if that is known without a request. */
  #count(collection: CollectionReference): number | undefined {
    const { store, facts } = this.#sources;
    const listing = store.peek(collection);
    if (listing) return listing.total ?? listing.items.length;
    const server = parentOf(collection);
    return server && facts.count(server, collection.kind);
  }

  /** Says that firewall rules are waiting to be deployed, as far as is known. */
  #describePending(collection: CollectionReference): string {
    const { pendingFirewalls, store } = this.#sources;
    if (!pendingFirewalls.isPending(collection)) return '';
    return store.isRefused(collection) ? t('deployment unknown') : t('not deployed yet');
  }

  /** A brief reason why a resource can't be shown, or only its stored data. */
  #describeRefusal(reference: ResourceReference): string {
    const { store, pins } = this.#sources;
    const kind = findKind(reference.kind);
    if (store.find(reference)) return '';
    const pinned = pins.find(reference);
    if (pinned && isUnreadable(store, reference)) {
      // If it can't be read, only what was applied here is known beyond its ID.
      const isApplied =
        !kind.variable && Object.keys(pinned.resource).some((name) => name !== 'id');
      return isApplied ? t("applied, can't be read") : t("can't be read");
    }
    return describeUnreadable(kind, store.failure(reference));
  }

  /** What the filter found in a resource or below it, such as when a certificate ends. */
  #describeMatches(reference: ResourceReference): string {
    const found = this.#serverRows.itemsOn(reference).flatMap((item) => {
      const { name, end, disk, memory } = item;
      const isOther = toKey(item.reference) !== toKey(reference);
      const parts = [
        isOther && end !== undefined ? describeEnd(end, Date.now()) : '',
        disk === undefined ? '' : describeShare('disk', disk),
        memory === undefined ? '' : describeShare('memory', memory),
        isOther ? toPlain(name) : '',
      ];
      return parts.filter(Boolean).join(' · ') || [];
    });
    const [first = '', ...others] = found;
    return others.length > 0
      ? `${first} ${t('and {0} more', formats.number(others.length))}`
      : first;
  }

  /** The name of what the filter found, which may be known from the index alone. */
  #findMatch(reference: ResourceReference): Resource | undefined {
    const key = toKey(reference);
    const match = this.#serverRows.itemsOn(reference).find((each) => toKey(each.reference) === key);
    return match && named(reference.kind, {}, match.name);
  }

  /** Servers with rows of what matches the filter are open. */
  #childState(reference: ResourceReference): vscode.TreeItemCollapsibleState {
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const isFound = isServer(reference) && this.#serverRows.matchesOn(reference).length > 0;
    return isFound ? Expanded : Collapsed;
  }

  #drawResource(reference: ResourceReference): vscode.TreeItem {
    const { pins, troubles } = this.#sources;
    const kind = findKind(reference.kind);
    const resource = findResource(this.#sources, reference);
    const presentation = presentIn(reference, resource ?? this.#findMatch(reference));
    const hasChildren = childKinds(kind.id).length > 0;
    const item = new vscode.TreeItem(
      String(presentation.label),
      hasChildren ? this.#childState(reference) : vscode.TreeItemCollapsibleState.None,
    );
    const isPinned = pins.find(reference) !== undefined;
    const { icon = { id: kind.icon }, state, problem } = presentation;
    const trouble = troubles.of(reference);
    const facts = [
      describeOddFields(resource),
      this.#describeMatches(reference),
      String(trouble?.words ?? problem ?? presentation.description ?? ''),
      this.#describeRefusal(reference),
    ];
    const description = [...new Set(facts)].filter(Boolean).join(' · ');
    // The icon of another state says more than its color.
    const color = icon.id === kind.icon ? trouble?.color : undefined;
    item.iconPath = themeIcon(icon.id, color ?? icon.color);
    item.description = [isPinned ? '★' : '', description].filter(Boolean).join(' ');
    item.contextValue = resourceContext(
      kind,
      resource,
      isPinned,
      this.#sources.sessions.isReadOnly(reference.account),
    );
    item.accessibilityInformation = {
      label: spokenLabel(
        String(presentation.label),
        state?.toString(),
        description,
        // Out of sight if something is wrong, but not out of earshot.
        presentation.description?.toString(),
        isPinned ? t('pinned') : '',
      ),
    };
    if (!hasChildren && kind.operations.read) {
      const title = t('Open as JSON');
      item.command = isUnreadable(this.#sources.store, reference)
        ? // Says why it can't be opened.
          { command: 'serverManagement.openDocument', title, arguments: [reference] }
        : openInEditor(toDocumentUri(reference, this.#sources.names), title);
    }
    return item;
  }
}

function drawGroup(
  { value, reference, count = 0 }: Extract<TreeNode, { type: 'group' }>,
  grouping: Grouping,
): vscode.TreeItem {
  const label = nameGroup(grouping, value) || t('Not set');
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.iconPath = themeIcon('folder');
  item.contextValue = 'group';
  item.description = formats.number(count);
  item.tooltip = label;
  const spoken = t('Group of {0}: {1}', t(findKind(reference.kind).names.many), label);
  item.accessibilityInformation = { label: spokenLabel(spoken, item.description) };
  return item;
}

function drawCollection(
  reference: CollectionReference,
  count: number | undefined,
  hasMore: boolean,
  isReadOnly: boolean,
  pending: string,
): vscode.TreeItem {
  const kind = findKind(reference.kind);
  const name = t(kind.names.many);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = themeIcon(kind.icon);
  item.contextValue = collectionContext(kind, hasMore, isReadOnly);
  item.tooltip = name;
  const facts = [count === undefined ? '' : formats.number(count), pending].filter(Boolean);
  item.description = facts.join(' · ');
  item.accessibilityInformation = { label: spokenLabel(name, ...facts) };
  return item;
}

function drawRest(): vscode.TreeItem {
  const item = new vscode.TreeItem(t('Everything Else'), vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = themeIcon('ellipsis');
  item.contextValue = 'rest';
  item.tooltip = t("What doesn't match the filter.");
  item.accessibilityInformation = { label: `${t('Everything Else')}, ${item.tooltip}` };
  return item;
}

function drawMore(
  node: Extract<TreeNode, { type: 'more' }>,
  listing: Listing | undefined,
): vscode.TreeItem {
  const shown = listing?.items.length ?? 0;
  const label =
    listing?.total === undefined
      ? t('Load more ({0} shown)', formats.number(shown))
      : t('Load more ({0} of {1})', formats.number(shown), formats.number(listing.total));
  const item = new vscode.TreeItem(label);
  item.iconPath = themeIcon('ellipsis');
  item.contextValue = 'more';
  item.accessibilityInformation = {
    label: [t(findKind(node.reference.kind).names.many), label].join(', '),
  };
  item.command = { command: 'serverManagement.loadMore', title: t('Load more'), arguments: [node] };
  return item;
}

/** A brief reason why a resource couldn't be read individually. */
function describeUnreadable(kind: ResourceKind, failure: unknown): string {
  if (failure === undefined) return '';
  if (!(failure instanceof ApiError)) return t('not read');
  if (failure.reason !== 'unsupported' && failure.status !== 404) return t('not read');
  if (!kind.variable) return t('none, or not offered');
  // A resource opened by id may be useful even if it can't be read, as long as its children can.
  const isOfUse = failure.reason === 'unsupported' && childKinds(kind.id).length > 0;
  return isOfUse ? '' : t('not found');
}

/** In a few words, which an explanation in the hover follows. */
function nameProblem({ reason, status = 0 }: ApiError): string {
  const words: Readonly<Record<ApiErrorReason, string>> = {
    unauthorized: t('Sign in again'),
    forbidden: t('Not allowed ({0})', status),
    blocked: t('Not allowed ({0})', status),
    notFound: t('Not found ({0})', status),
    unsupported: t('Not offered by the service'),
    rateLimited: t('Rate limit used up ({0})', status),
    server: t('The service failed ({0})', status),
    network: t("Couldn't reach the service"),
    timeout: t('No answer in time'),
    invalid: t('Unexpected answer'),
    contract: t('Unexpected answer'),
    cancelled: t('Canceled'),
    readOnly: t('Read-only'),
  };
  return words[reason];
}

function failureItem(node: Extract<TreeNode, { type: 'failure' }>): vscode.TreeItem {
  const { error } = node;
  const isQuiet = error instanceof ApiError && error.reason === 'unsupported';
  const needsSignIn = asksForSignIn(error);
  const label = error instanceof ApiError ? nameProblem(error) : describeError(error);
  const description = isQuiet || needsSignIn ? '' : t('click to try again');
  const item = new vscode.TreeItem(label);
  item.description = description;
  item.tooltip = describeError(error);
  item.iconPath = isQuiet
    ? themeIcon('info')
    : themeIcon(needsSignIn ? 'sign-in' : 'error', 'list.errorForeground');
  item.contextValue = needsSignIn ? 'failure +signIn' : 'failure';
  item.accessibilityInformation = { label: spokenLabel(label, description) };
  item.command = needsSignIn
    ? { command: 'serverManagement.signIn', title: t('Sign In Again'), arguments: [node] }
    : { command: 'serverManagement.refresh', title: t('Try Again'), arguments: [node] };
  return item;
}

type MessageNode = Extract<TreeNode, { type: 'message' }>;

function drawMessage(
  node: MessageNode,
  isReadOnly: boolean,
  parts: readonly PartId[],
): vscode.TreeItem {
  const { message, reference } = node;
  const words = describeMessage(node, parts);
  const item = new vscode.TreeItem(words);
  item.accessibilityInformation = { label: `${t(findKind(reference.kind).names.many)}: ${words}` };
  item.contextValue = message === 'incomplete' ? 'message +refresh' : 'message';
  if (message === 'checking') item.iconPath = themeIcon('loading~spin');
  const offer = offers[message]?.();
  if (!offer || (isReadOnly && offer.command === 'deployFirewallRules')) return item;
  const { icon, command, title = words } = offer;
  item.iconPath = themeIcon(icon, icon === 'warning' ? 'list.warningForeground' : undefined);
  item.description = offer.description;
  item.tooltip = offer.tooltip;
  const target = command === 'refresh' ? node : reference;
  item.command = { command: `serverManagement.${command}`, title, arguments: [target] };
  return item;
}

/** What a click on a message does. */
interface Offer {
  readonly icon: string;
  readonly description: string;
  readonly tooltip?: string;
  readonly command: 'refresh' | 'deployFirewallRules' | 'goToResource';
  /** Defaults to the words of the message. */
  readonly title?: string;
}

const offerDeployment = (): Offer => ({
  icon: 'warning',
  description: t('click to deploy them'),
  command: 'deployFirewallRules',
  title: t('Deploy Firewall Rules'),
});

const offers: Partial<Record<RowMessage, () => Offer>> = {
  incomplete: () => ({
    icon: 'warning',
    description: t('click to refresh'),
    tooltip: t("The service didn't send every row, or the list changed while it was loading."),
    command: 'refresh',
    title: t('Refresh'),
  }),
  unchecked: () => ({
    icon: 'question',
    description: t('click to try again'),
    tooltip: t("What the filter asks for couldn't be read, or you stopped the check."),
    command: 'refresh',
    title: t('Try Again'),
  }),
  addById: () => ({
    icon: 'add',
    description: t("This account can't list them."),
    command: 'goToResource',
  }),
  notDeployed: offerDeployment,
  deploymentUnknown: offerDeployment,
};

function describeMessage(
  { message, reference, counts }: MessageNode,
  parts: readonly PartId[],
): string {
  const { part = 0, whole = 0 } = counts ?? {};
  const [checked, all] = [formats.number(whole - part), formats.number(whole)];
  const words: Readonly<Record<RowMessage, string>> = {
    none: t('none'),
    unreadable: t("Some entries have no ID and can't be shown"),
    incomplete: t('May be incomplete'),
    noMatch: t('No servers match the filter.'),
    noMatchYet: t('No matches yet'),
    checking: parts.every((each) => each === 'certificate')
      ? t('Checking certificates: {0} of {1}…', checked, all)
      : t('Checking servers: {0} of {1}…', checked, all),
    unchecked: t('{0} of {1} not checked', formats.number(part), all),
    notOffered: t('not offered to this account'),
    addById: t('Add {0} by ID…', t(findKind(reference.kind).names.one)),
    notDeployed: t('Changes not deployed'),
    deploymentUnknown: t('Deployment unknown'),
    signInFirst: t('shown after you sign in again'),
  };
  return words[message];
}

/** Connection state, environment in words and color, and the number of servers if that is known. */
export function drawAccount(
  account: Account,
  state: SessionState | undefined,
  isReadOnly: boolean,
  servers?: number,
): vscode.TreeItem {
  const item = new vscode.TreeItem(account.label, vscode.TreeItemCollapsibleState.Collapsed);
  const standing = state && describeStanding(state);
  const facts = [
    standing?.words,
    describeUse(account),
    isReadOnly ? t('read-only') : '',
    describeCount(servers),
  ];
  item.description = facts.filter(Boolean).join(' · ');
  item.iconPath = themeIcon(
    standing?.icon ?? (account.isSandbox ? 'beaker' : 'account'),
    account.isSandbox ? undefined : environmentColors[account.environment],
  );
  const tooltip = [
    account.label,
    item.description,
    state === 'signedIn' ? t('signed in') : '',
    account.isSandbox ? '' : account.baseUrl,
  ];
  item.tooltip = tooltip.filter(Boolean).join('\n');
  item.contextValue = [
    'account',
    account.isSandbox ? '+sandbox' : '+service',
    ...(state === 'needsSignIn' && !account.isSandbox ? ['+signIn'] : []),
    ...(account.isReadOnly ? ['+allowChanges'] : []),
  ].join(' ');
  item.accessibilityInformation = {
    label: spokenLabel(t('Account'), account.label, item.description),
  };
  return item;
}

/** The row of an account whose entry couldn't be read; it offers to remove the entry. */
export function drawBrokenAccount(id: string): vscode.TreeItem {
  const item = new vscode.TreeItem(id);
  item.description = t("can't be read · click to remove");
  item.tooltip = t(
    'The stored data of account "{0}" is damaged, or another version of the extension wrote it. Other accounts aren\'t affected.',
    id,
  );
  item.iconPath = themeIcon('warning', 'list.warningForeground');
  item.contextValue = 'brokenAccount';
  item.command = {
    command: 'serverManagement.removeAccount',
    title: t('Remove'),
    arguments: [{ type: 'brokenAccount', id }],
  };
  item.accessibilityInformation = {
    label: spokenLabel(t('Account'), id, item.description),
  };
  return item;
}

export function asksForSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'unauthorized';
}

export function describeUse({ isSandbox, environment }: Account): string {
  return isSandbox ? t('sample data on this machine') : describeEnvironment(environment);
}

function describeCount(servers: number | undefined): string {
  if (servers === undefined) return '';
  return servers === 1 ? t('1 server') : t('{0} servers', formats.number(servers));
}

function describeStanding(state: SessionState): { words: string; icon: string } | undefined {
  const standings: Partial<Record<SessionState, { words: string; icon: string }>> = {
    needsSignIn: { words: t('needs sign-in'), icon: 'sign-in' },
    offline: { words: t('offline'), icon: 'debug-disconnect' },
    rateLimited: { words: t('rate limited'), icon: 'watch' },
  };
  return standings[state];
}
