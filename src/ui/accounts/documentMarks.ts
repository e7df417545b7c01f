import type * as vscode from 'vscode';
import { describeEnvironment, environmentColors, isProduction } from '../../accounts/account';
import { serverOf } from '../../resources/reference';
import type { AccountServices } from './accountActions';
import { createDecoration } from '../editor/decoration';
import { parseRowUri, parseUri, placeOf } from '../editor/uris';
import { t } from '../../base/l10n';

/** Rows that represent production only have the letter: in red, they'd look wrong. */
export async function markDocument(
  { sessions, store }: Pick<AccountServices, 'sessions' | 'store'>,
  uri: vscode.Uri,
): Promise<vscode.FileDecoration | undefined> {
  const reference = parseUri(uri);
  const place = placeOf(uri);
  const id = place?.account ?? parseRowUri(uri);
  const account = id === undefined ? undefined : await sessions.account(id);
  if (!account) return undefined;
  const { label, isSandbox, environment } = account;
  const server = reference && serverOf(reference);
  const name = server && store.find(server)?.['name'];
  // A letter as well as a color: not everyone sees colors, and a red tab can also mean errors.
  const badge = isSandbox ? 'SB' : environment.slice(0, 1).toUpperCase();
  const use = isSandbox ? t('Sandbox, sample data') : describeEnvironment(environment);
  const path = typeof name === 'string' && name !== '' ? `${label} › ${name}` : label;
  if (sessions.isReadOnly(account.id)) {
    const color = place && 'disabledForeground';
    return createDecoration(badge, `${path} (${use}, ${t('read-only')})`, color);
  }
  const isColored = place !== undefined && isProduction(account);
  return createDecoration(
    badge,
    `${path} (${use})`,
    isColored ? environmentColors.production : undefined,
  );
}
