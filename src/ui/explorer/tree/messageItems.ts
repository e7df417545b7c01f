import * as vscode from 'vscode';
import type { TreeNode } from '../../../explorer/nodes';
import { findKind } from '../../../resources/kinds/kinds';
import { formats } from '../../editor/formats';
import { t } from '../../editor/l10n';

type MessageNode = Extract<TreeNode, { type: 'message' }>;

/** Draws a row with a message about a list. */
export function drawMessage(node: MessageNode): vscode.TreeItem {
  const name = t(findKind(node.reference.kind).names.many);
  const words = describeMessage(node);
  const item = new vscode.TreeItem(words);
  item.accessibilityInformation = { label: `${name}: ${words}` };
  item.contextValue = 'message';
  if (node.message === 'notDeployed' || node.message === 'deploymentUnknown') {
    item.iconPath = themeIcon('warning', 'list.warningForeground');
    item.description = t('click to deploy them');
    item.command = {
      command: 'serverManagement.deployFirewallRules',
      title: t('Deploy Firewall Rules'),
      arguments: [node.reference],
    };
  }
  if (node.message === 'unchecked') {
    item.iconPath = themeIcon('question');
    item.description = t('click to check');
    item.tooltip = t('Certificates are unknown until they are read.');
    item.command = {
      command: 'serverManagement.checkNow',
      title: t('Check Now'),
    };
  }
  if (node.message === 'incomplete') {
    item.iconPath = themeIcon('warning', 'list.warningForeground');
    item.description = t('click to refresh');
    item.tooltip = t(
      "The service didn't send every row, or the list changed while it was loading.",
    );
    item.contextValue = 'message +refresh';
    item.command = {
      command: 'serverManagement.refresh',
      title: t('Refresh'),
      arguments: [node],
    };
  }
  if (node.message === 'addById') offerToAdd(item, node, name);
  return item;
}

function offerToAdd(item: vscode.TreeItem, node: MessageNode, name: string): void {
  const label = t('Add {0} by ID…', t(findKind(node.reference.kind).names.one));
  item.label = label;
  item.accessibilityInformation = { label: `${name}: ${label}` };
  item.iconPath = themeIcon('add');
  item.description = t("This account can't list them.");
  item.command = {
    command: 'serverManagement.openById',
    title: t('Open by ID'),
    arguments: [node],
  };
}

function describeMessage({ message, counts }: MessageNode): string {
  switch (message) {
    case 'none':
      return t('none');
    case 'unreadable':
      return t("Some entries have no ID and can't be shown");
    case 'incomplete':
      return t('May be incomplete');
    case 'noMatch':
      return t('No servers match the filter.');
    case 'noMatchYet':
      return t('No matches yet');
    case 'unchecked':
      return t(
        '{0} of {1} not checked',
        formats.number(counts?.part ?? 0),
        formats.number(counts?.whole ?? 0),
      );
    case 'notOffered':
      return t('not offered to this account');
    case 'addById':
      return t('Add by ID…');
    case 'notDeployed':
      return t('Changes not deployed');
    case 'deploymentUnknown':
      return t('Deployment unknown');
    case 'signInFirst':
      return t('shown after you sign in again');
  }
}

/** An icon of the editor, in a theme color. */
export function themeIcon(id: string, color?: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);
}
