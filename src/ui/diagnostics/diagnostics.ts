import * as vscode from 'vscode';
import type { AccountExchange } from './recentExchanges';
import { type PathWords, referencePathWords } from '../../api/request';
import { platform } from '../../platform/platform';
import type { Account } from '../../resources/accounts/account';
import type { Core } from '../core';

/**
 * What helps to understand a problem, as Markdown: versions, how the accounts stand, the last
 * requests. No credential, no address, no account's name, no word of one service and no content is in it.
 */
export async function collectDiagnostics(core: Core): Promise<string> {
  const accounts = await core.sessions.accounts();
  const aliases = new Map(accounts.map(({ id }, index) => [id, `account ${index + 1}`]));
  return [
    '## Server Management Explorer',
    ...describeHost(core.version),
    '',
    '## Accounts',
    ...accounts.map((account) => describeAccount(core, account, aliases.get(account.id))),
    ...(accounts.length === 0 ? ['- none'] : []),
    '',
    '## Last requests',
    ...core.recentExchanges.all.map((exchange) =>
      describeExchange(
        exchange,
        aliases.get(exchange.account),
        accounts.find(({ id }) => id === exchange.account)?.pathWords,
      ),
    ),
    '',
  ].join('\n');
}

function describeHost(version: string): string[] {
  const ui = vscode.env.uiKind === vscode.UIKind.Web ? 'web' : 'desktop';
  return [
    `- extension: ${version}`,
    `- editor: ${vscode.env.appName} ${vscode.version} (${ui}, ${vscode.env.appHost})`,
    `- remote: ${vscode.env.remoteName ?? 'none'}`,
    `- system: ${platform.describeSystem()}`,
    `- language: ${vscode.env.language}`,
  ];
}

function describeAccount(core: Core, account: Account, alias: string | undefined): string {
  const session = core.sessions.opened(account.id);
  const limit = session?.rateLimit;
  return [
    `- ${alias ?? 'account'}: ${account.isSandbox ? 'sandbox' : account.environment}`,
    account.authentication,
    session?.state ?? 'not used yet',
    limit ? `${limit.remaining} of ${limit.limit} requests left` : 'no rate limit seen',
  ].join(', ');
}

function describeExchange(
  { operation, outcome, duration }: AccountExchange,
  alias: string | undefined,
  words: PathWords = referencePathWords,
): string {
  // Ids are of no help to others, and names in a query never get this far. A service's own words tell whose it is.
  const path = operation.path
    .split('/')
    .map((segment) => (/^\d+$/.test(segment) ? '…' : toReferenceWord(segment, words)))
    .join('/');
  return `- ${alias ?? 'removed account'}: ${operation.method} ${path} ${outcome}, ${Math.round(duration)} ms`;
}

function toReferenceWord(segment: string, words: PathWords): string {
  if (segment === words.cache) return referencePathWords.cache;
  return segment === words.hub ? referencePathWords.hub : segment;
}
