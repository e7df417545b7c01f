import { spokenLabel } from './spokenLabel';
import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import type { Account } from '../../../accounts/account';
import type { SessionState } from '../../../accounts/accountSession';
import { describeEnvironment, environmentColors } from '../../../accounts/environments';
import { formats, t } from '../../../base/l10n';

/** Connection state, environment in words and color, and the number of servers if that is known. */
export function drawAccount(
  account: Account,
  state: SessionState | undefined,
  servers?: number,
): vscode.TreeItem {
  const item = new vscode.TreeItem(account.label, vscode.TreeItemCollapsibleState.Collapsed);
  const standing = state && describeStanding(state);
  item.description = [standing?.words, describeUse(account), describeCount(servers)]
    .filter(Boolean)
    .join(' · ');
  item.iconPath = new vscode.ThemeIcon(
    standing?.icon ?? (account.isSandbox ? 'beaker' : 'account'),
    account.isSandbox ? undefined : new vscode.ThemeColor(environmentColors[account.environment]),
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
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
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
