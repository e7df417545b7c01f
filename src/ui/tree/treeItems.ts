import * as vscode from 'vscode';
import { asksForSignIn, drawAccount, drawBrokenAccount } from './accountItems';
import { type Message, type TreeNode, nodeId } from './nodes';
import type { TreeSources } from './treeSources';
import { ApiError } from '../../api/errors';
import { creations } from '../../resources/drafts/creations';
import type { ResourceKind } from '../../resources/kinds/kind';
import { childKinds, findKind } from '../../resources/kinds/kinds';
import type { Listing } from '../../resources/listing';
import {
  type CollectionReference,
  parentOf,
  type ResourceReference,
} from '../../resources/reference';
import { actionTokens } from '../actions/actions';
import { describeError } from '../errors/describeError';
import { formats } from '../formats';
import { t } from '../l10n';
import { findResource, present } from '../present';
import { findPanelKind } from '../panels/panelKinds';
import { reportTokens } from '../reports/reports';

/** Draws rows. */
export class TreeItems {
  readonly #sources: TreeSources;

  constructor(sources: TreeSources) {
    this.#sources = sources;
  }

  /** The row of a node. */
  draw(node: TreeNode): vscode.TreeItem {
    const item = this.#draw(node);
    item.id = nodeId(node);
    const isWorking = 'reference' in node && this.#sources.working.has(node.reference);
    if (isWorking && node.type !== 'message' && node.type !== 'group') {
      item.iconPath = themeIcon('loading~spin');
      const label = item.accessibilityInformation?.label ?? '';
      item.accessibilityInformation = { label: t('{0}, working', label) };
    }
    return item;
  }

  #draw(node: TreeNode): vscode.TreeItem {
    const { sessions, store } = this.#sources;
    switch (node.type) {
      case 'account':
        return drawAccount(node.account, sessions.opened(node.account.id)?.state);
      case 'brokenAccount':
        return drawBrokenAccount(node.id);
      case 'group':
        return drawGroup(node);
      case 'collection':
        return drawCollection(
          node.reference,
          this.#count(node.reference),
          this.#sources.pendingFirewalls.isPending(node.reference),
        );
      case 'resource':
        return this.#drawResource(node.reference);
      case 'more':
        return drawMore(node, store.peek(node.reference));
      case 'message':
        return drawMessage(node);
      case 'failure':
        return drawFailure(node);
    }
  }

  /** How many there are, as far as that is known without asking. */
  #count(collection: CollectionReference): number | undefined {
    const { store, facts } = this.#sources;
    const listing = store.peek(collection);
    if (listing) return listing.total ?? listing.items.length;
    const server = parentOf(collection);
    return server?.kind === 'server' ? facts.count(server, collection.kind) : undefined;
  }

  #drawResource(reference: ResourceReference): vscode.TreeItem {
    const { favourites, store } = this.#sources;
    const kind = findKind(reference.kind);
    const presentation = present(reference, findResource(this.#sources, reference));
    const hasChildren = childKinds(kind.id).length > 0;
    const item = new vscode.TreeItem(
      presentation.label,
      hasChildren
        ? vscode.TreeItemCollapsibleState.Collapsed
        : vscode.TreeItemCollapsibleState.None,
    );
    const isFavourite = favourites.find(reference) !== undefined;
    const { icon, state } = presentation;
    const refusal = store.find(reference) ? '' : describeRefusal(kind, store.failure(reference));
    const description = [presentation.description, refusal].filter(Boolean).join(' · ');
    item.iconPath = themeIcon(icon?.id ?? kind.icon, icon?.color);
    item.description = [isFavourite ? '★' : '', description].filter(Boolean).join(' ');
    item.contextValue = [
      'resource',
      ...capabilities(kind).map((each) => `+${each}`),
      isFavourite ? '+unpin' : '+pin',
    ].join(' ');
    item.accessibilityInformation = {
      label: [
        kind.variable ? t(kind.names.one) : '',
        presentation.label,
        description,
        description.includes(state ?? '') ? '' : state,
        isFavourite ? t('favourite') : '',
      ]
        .filter(Boolean)
        .join(', '),
    };
    if (!hasChildren && kind.operations.read) {
      item.command = {
        command: 'serverManagement.openDocument',
        title: t('Open as JSON'),
        arguments: [reference],
      };
    }
    return item;
  }
}

/** What can be done with a kind's resources, as the tokens that menus match. */
function capabilities(kind: ResourceKind): string[] {
  const { operations, document } = kind;
  return [
    ...(operations.read ? ['open', 'link'] : []),
    ...(document?.editing ? ['edit'] : []),
    ...(creations[kind.id] && operations.read ? ['duplicate'] : []),
    ...(kind.id === 'server' ? ['ssh', 'connect'] : []),
    ...(['server', 'webApplication'].includes(kind.id) ? ['page'] : []),
    ...actionTokens('resource', kind.id),
    ...reportTokens(kind.id),
    ...(findPanelKind(kind.id) ? ['openOverview'] : []),
    ...(kind.id === 'canvas' ? ['compareCanvases'] : []),
  ];
}

function drawGroup({ value, reference }: Extract<TreeNode, { type: 'group' }>): vscode.TreeItem {
  const label = value === '' ? t('without') : value;
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.iconPath = themeIcon('folder');
  item.contextValue = 'group';
  item.tooltip = label;
  item.accessibilityInformation = {
    label: t('Group of {0}: {1}', t(findKind(reference.kind).names.many), label),
  };
  return item;
}

function drawCollection(
  reference: CollectionReference,
  count: number | undefined,
  isPending: boolean,
): vscode.TreeItem {
  const kind = findKind(reference.kind);
  const name = t(kind.names.many);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = themeIcon(kind.icon);
  item.contextValue = [
    'collection',
    ...(creations[kind.id] ? ['+draft'] : []),
    ...actionTokens('collection', kind.id).map((each) => `+${each}`),
  ].join(' ');
  item.tooltip = name;
  const facts = [
    count === undefined ? '' : formats.number(count),
    isPending ? t('not deployed yet') : '',
  ].filter(Boolean);
  item.description = facts.join(' · ');
  item.accessibilityInformation = { label: [name, ...facts].join(', ') };
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

function drawMessage(node: Extract<TreeNode, { type: 'message' }>): vscode.TreeItem {
  const name = t(findKind(node.reference.kind).names.many);
  const item = new vscode.TreeItem(describeMessage(node.message));
  item.accessibilityInformation = { label: `${name}: ${describeMessage(node.message)}` };
  item.contextValue = 'message';
  if (node.message === 'notDeployed') {
    item.iconPath = themeIcon('warning', 'list.warningForeground');
    item.description = t('click to deploy them');
    item.command = {
      command: 'serverManagement.deployFirewallRules',
      title: t('Deploy Firewall Rules'),
      arguments: [node.reference],
    };
  }
  if (node.message === 'openById') {
    item.iconPath = themeIcon('search');
    item.description = t('This account has no list of them.');
    item.command = {
      command: 'serverManagement.openById',
      title: t('Open by Id'),
      arguments: [node],
    };
  }
  return item;
}

function describeMessage(message: Message): string {
  switch (message) {
    case 'none':
      return t('none');
    case 'noMatch':
      return t('The filter hides all of them.');
    case 'notOffered':
      return t('not offered to this account');
    case 'openById':
      return t('Open by id…');
    case 'notDeployed':
      return t('Changes are not deployed yet');
    case 'signInFirst':
      return t('shown after you have signed in again');
  }
}

/** Why a resource could not be read by itself, in short. */
function describeRefusal(kind: ResourceKind, failure: unknown): string {
  if (failure === undefined) return '';
  if (!(failure instanceof ApiError)) return t('not read');
  if (failure.reason !== 'unsupported' && failure.status !== 404) return t('not read');
  if (!kind.variable) return t('none, or not offered');
  // What was opened by id may be of use although it can't be read: what is below it can.
  const isOfUse = failure.reason === 'unsupported' && childKinds(kind.id).length > 0;
  return isOfUse ? '' : t('not found');
}

function drawFailure(node: Extract<TreeNode, { type: 'failure' }>): vscode.TreeItem {
  const { error } = node;
  const words = describeError(error);
  const isQuiet = error instanceof ApiError && error.reason === 'unsupported';
  const needsSignIn = asksForSignIn(error);
  const label = isQuiet
    ? t('not offered by the service')
    : needsSignIn
      ? t('Sign in again')
      : words;
  const description = isQuiet ? '' : needsSignIn ? words : t('click to try again');
  const item = new vscode.TreeItem(label);
  item.description = description;
  item.tooltip = words;
  item.iconPath = isQuiet
    ? themeIcon('info')
    : themeIcon(needsSignIn ? 'key' : 'error', 'list.errorForeground');
  item.contextValue = needsSignIn ? 'failure +signIn' : 'failure';
  item.accessibilityInformation = { label: [label, description].filter(Boolean).join(', ') };
  item.command = needsSignIn
    ? { command: 'serverManagement.signIn', title: t('Sign In Again'), arguments: [node] }
    : { command: 'serverManagement.refresh', title: t('Try Again'), arguments: [node] };
  return item;
}

function themeIcon(id: string, color?: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);
}
