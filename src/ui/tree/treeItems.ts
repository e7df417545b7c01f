import * as vscode from 'vscode';
import { asksForSignIn, drawAccount, drawBrokenAccount } from './accountItems';
import { type TreeNode, nodeId } from './nodes';
import { ApiError } from '../../api/errors';
import type { Sessions } from '../../resources/accounts/sessions';
import type { Presentation, ResourceKind } from '../../resources/kinds/kind';
import { childKinds, findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Listing, ResourceStore } from '../../resources/resourceStore';
import { describeError } from '../errors/describeError';
import { t } from '../l10n';

/** Draws rows. */
export class TreeItems {
  readonly #store: ResourceStore;
  readonly #sessions: Sessions;

  constructor(store: ResourceStore, sessions: Sessions) {
    this.#store = store;
    this.#sessions = sessions;
  }

  /** The row of a node. */
  draw(node: TreeNode): vscode.TreeItem {
    const item = this.#draw(node);
    item.id = nodeId(node);
    return item;
  }

  #draw(node: TreeNode): vscode.TreeItem {
    switch (node.type) {
      case 'account':
        return drawAccount(node.account, this.#sessions.opened(node.account.id)?.state);
      case 'brokenAccount':
        return drawBrokenAccount(node.id);
      case 'collection':
        return drawCollection(findKind(node.reference.kind), this.#store.peek(node.reference));
      case 'resource':
        return this.#drawResource(node.reference);
      case 'more':
        return drawMore(node, this.#store.peek(node.reference));
      case 'empty':
        return drawEmpty(findKind(node.reference.kind));
      case 'failure':
        return drawFailure(node);
    }
  }

  #drawResource(reference: ResourceReference): vscode.TreeItem {
    const kind = findKind(reference.kind);
    const resource = this.#store.find(reference);
    const presentation: Presentation = resource
      ? kind.present(resource, t)
      : {
          label: kind.variable
            ? `${t(kind.names.one)} ${reference.ids.at(-1) ?? ''}`
            : t(kind.names.one),
        };
    const hasChildren = childKinds(kind.id).length > 0;
    const item = new vscode.TreeItem(
      presentation.label,
      hasChildren
        ? vscode.TreeItemCollapsibleState.Collapsed
        : vscode.TreeItemCollapsibleState.None,
    );
    const { icon, state, description } = presentation;
    item.iconPath = themeIcon(icon?.id ?? kind.icon, icon?.color);
    if (description) item.description = description;
    item.tooltip = tooltip(kind, presentation);
    item.contextValue = ['resource', ...capabilities(kind).map((each) => `+${each}`)].join(' ');
    item.accessibilityInformation = {
      label: [t(kind.names.one), presentation.label, description, state].filter(Boolean).join(', '),
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
    ...(operations.read ? ['open'] : []),
    ...(document?.editing ? ['edit'] : []),
    ...(kind.id === 'server' ? ['ssh'] : []),
  ];
}

function drawCollection(kind: ResourceKind, listing: Listing | undefined): vscode.TreeItem {
  const name = t(kind.names.many);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.iconPath = themeIcon(kind.icon);
  item.contextValue = 'collection';
  const count = listing && (listing.total ?? listing.items.length);
  if (count !== undefined) item.description = String(count);
  item.accessibilityInformation = { label: count === undefined ? name : `${name}, ${count}` };
  return item;
}

function drawMore(
  node: Extract<TreeNode, { type: 'more' }>,
  listing: Listing | undefined,
): vscode.TreeItem {
  const shown = listing?.items.length ?? 0;
  const label =
    listing?.total === undefined
      ? t('Load more ({0} shown)', shown)
      : t('Load more ({0} of {1})', shown.toLocaleString(), listing.total.toLocaleString());
  const item = new vscode.TreeItem(label);
  item.iconPath = themeIcon('ellipsis');
  item.contextValue = 'more';
  item.command = { command: 'serverManagement.loadMore', title: t('Load more'), arguments: [node] };
  return item;
}

function drawEmpty(kind: ResourceKind): vscode.TreeItem {
  const item = new vscode.TreeItem(t('none'));
  item.accessibilityInformation = { label: `${t(kind.names.many)}: ${t('none')}` };
  item.contextValue = 'message';
  return item;
}

function drawFailure(node: Extract<TreeNode, { type: 'failure' }>): vscode.TreeItem {
  const { error } = node;
  const words = describeError(error);
  const isQuiet = error instanceof ApiError && error.reason === 'unsupported';
  const needsSignIn = asksForSignIn(error);
  const item = new vscode.TreeItem(
    isQuiet ? t('not offered by the service') : needsSignIn ? t('Sign in again') : words,
  );
  item.description = isQuiet ? '' : needsSignIn ? words : t('click to try again');
  item.tooltip = words;
  item.iconPath = isQuiet
    ? themeIcon('info')
    : themeIcon(needsSignIn ? 'key' : 'error', 'list.errorForeground');
  item.contextValue = needsSignIn ? 'failure +signIn' : 'failure';
  item.command = needsSignIn
    ? { command: 'serverManagement.signIn', title: t('Sign In Again'), arguments: [node] }
    : { command: 'serverManagement.refresh', title: t('Try Again'), arguments: [node] };
  return item;
}

function tooltip(kind: ResourceKind, presentation: Presentation): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**').appendText(presentation.label).appendMarkdown('**');
  text.appendText(` ${t(kind.names.one)}${presentation.state ? `, ${presentation.state}` : ''}`);
  const facts = (presentation.facts ?? []).filter(([, value]) => value !== '');
  if (facts.length > 0) text.appendMarkdown('\n\n| | |\n|---|---|\n');
  for (const [name, value] of facts) {
    text.appendMarkdown('| ').appendText(toCell(name)).appendMarkdown(' | ');
    text.appendText(toCell(value)).appendMarkdown(' |\n');
  }
  return text;
}

/** Text of the service in one table cell: a line break or a bar would end it. */
function toCell(text: string): string {
  return text.replaceAll(/[\r\n|]+/g, ' ').slice(0, 200);
}

function themeIcon(id: string, color?: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);
}
