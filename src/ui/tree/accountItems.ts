import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import type { Account } from '../../resources/accounts/account';
import type { SessionState } from '../../resources/accounts/accountSession';
import { describeEnvironment, environmentColors } from '../accounts/environments';
import { t } from '../l10n';

/** The row of an account: its environment in words and colour, and how it stands with its service. */
export function drawAccount(account: Account, state: SessionState | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(account.label, vscode.TreeItemCollapsibleState.Collapsed);
  const standing = state && describeStanding(state);
  item.description = [standing?.words, describeUse(account)].filter(Boolean).join(' · ');
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
    label: [t('Account'), account.label, item.description].filter(Boolean).join(', '),
  };
  return item;
}

/** The row of an account whose entry could not be read; it offers to remove the entry. */
export function drawBrokenAccount(id: string): vscode.TreeItem {
  const item = new vscode.TreeItem(id);
  item.description = t('cannot be read · click to remove it');
  item.tooltip = t(
    'What is stored of the account "{0}" is damaged, or was written by another version of the extension. The other accounts are not affected.',
    id,
  );
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.contextValue = 'brokenAccount';
  item.command = {
    command: 'serverManagement.removeAccount',
    title: t('Remove'),
    arguments: [{ type: 'brokenAccount', id }],
  };
  item.accessibilityInformation = { label: `${t('Account')}, ${id}, ${item.description}` };
  return item;
}

/** Whether an error says that a person has to sign in again. */
export function asksForSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'unauthorized';
}

/** What an account is for, in a word or two. */
export function describeUse({ isSandbox, environment }: Account): string {
  return isSandbox ? t('made-up data on this machine') : describeEnvironment(environment);
}

function describeStanding(state: SessionState): { words: string; icon: string } | undefined {
  switch (state) {
    case 'needsSignIn':
      return { words: t('needs sign-in'), icon: 'key' };
    case 'offline':
      return { words: t('offline'), icon: 'debug-disconnect' };
    case 'rateLimited':
      return { words: t('rate limited'), icon: 'watch' };
    case 'signedIn':
    case 'unknown':
      return undefined;
  }
}
