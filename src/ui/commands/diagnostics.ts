import * as vscode from 'vscode';
import type { AccountExchange } from '../../accounts/recentExchanges';
import { platform } from '../../platform/platform';
import type { Account } from '../../accounts/account';
import type { Handler, Handlers, Services } from './services';
import { t } from '../../base/l10n';
import { isObject } from '../../base/json';

export const diagnosticsHandlers = {
  'serverManagement.showLog': ({ log }) => log.show(),

  'serverManagement.reportIssue': async (services) => {
    const { extensionId } = services;
    const issueBody = `${t('What happened, and what did you expect?')}\n\n\n${await collectDiagnostics(services)}`;
    const manifest: unknown = vscode.extensions.getExtension(extensionId)?.packageJSON;
    await (hasIssueAddress(manifest)
      ? vscode.commands.executeCommand('workbench.action.openIssueReporter', {
          extensionId,
          issueBody,
        })
      : showReport(issueBody));
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

type Diagnosed = Pick<Services, 'version' | 'sessions' | 'recentExchanges'>;

/** Leaves out credentials, addresses, account names, ids, vendor-specific words and content. */
export async function collectDiagnostics(services: Diagnosed): Promise<string> {
  const accounts = await services.sessions.accounts();
  const aliases = new Map(accounts.map(({ id }, index) => [id, `account ${index + 1}`]));
  return [
    '## Server Management Explorer',
    ...describeHost(services.version),
    '',
    '## Accounts',
    ...accounts.map((account) => summarizeAccount(services, account, aliases.get(account.id))),
    ...(accounts.length === 0 ? ['- none'] : []),
    '',
    '## Last requests',
    ...services.recentExchanges.map((exchange) =>
      describeExchange(exchange, aliases.get(exchange.account)),
    ),
    '',
  ].join('\n');
}

function describeHost(version: string): string[] {
  const ui = vscode.env.uiKind === vscode.UIKind.Web ? 'web' : 'desktop';
  return [
    `- extension: ${version}`,
    `- editor: ${vscode.env.appName} ${vscode.version} (${ui}, ${vscode.env.appHost})`,
    `- remote: ${describeRemote(vscode.env.remoteName)}`,
    `- system: ${platform.describeSystem()}`,
    `- language: ${vscode.env.language}`,
  ];
}

function summarizeAccount(
  services: Diagnosed,
  account: Account,
  alias: string | undefined,
): string {
  const session = services.sessions.opened(account.id);
  const limit = session?.client.rateLimit;
  return [
    `- ${alias ?? 'account'}: ${account.isSandbox ? 'sandbox' : account.environment}`,
    account.authentication,
    session?.state ?? 'not used yet',
    limit ? `${limit.remaining} of ${limit.limit} requests left` : 'no rate limit seen',
  ].join(', ');
}

function describeExchange(
  { operation: { method }, template, outcome, duration }: AccountExchange,
  alias: string | undefined,
): string {
  return `- ${alias ?? 'removed account'}: ${method} ${template} ${outcome}, ${Math.round(duration)} ms`;
}

const remotes = [
  'ssh-remote',
  'wsl',
  'dev-container',
  'attached-container',
  'codespaces',
  'tunnel',
];

export function describeRemote(name: string | undefined): string {
  if (name === undefined) return 'none';
  return remotes.find((kind) => name === kind || name.startsWith(`${kind}+`)) ?? 'web';
}

/** The editor's form for issues needs such an address. */
export function hasIssueAddress(manifest: unknown): boolean {
  if (!isObject(manifest)) return false;
  const { bugs, repository } = manifest;
  return [bugs, repository].some((place) => isPublic(isObject(place) ? place['url'] : place));
}

/** A package built from source has a placeholder, which leads nowhere. */
function isPublic(address: unknown): boolean {
  return (
    typeof address === 'string' &&
    URL.canParse(address) &&
    !new URL(address).hostname.endsWith('.invalid')
  );
}

async function showReport(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: false });
}
