import * as vscode from 'vscode';
import { type Account, describeEnvironment, isProduction } from '../../accounts/account';
import type { Sessions } from '../../accounts/sessions';
import type { Event } from '../../base/emitter';
import type { ResourceReference } from '../../resources/reference';
import { setContext } from '../editor/contextKeys';
import { Markdown } from '../editor/markdown';
import { type Clock, systemClock } from '../../api/scheduling/clock';
import { createStatus } from '../editor/statusBar';
import { placeOf } from '../editor/uris';
import { formats, t } from '../../base/l10n';
import type { RateLimit } from '../../api/scheduling/scheduler';
import { soon } from '../../base/callLater';

interface ActivePanel {
  readonly active: ResourceReference | undefined;
  readonly onDidChangeActive: Event<void>;
}

// If accounts can't be read, the tree says so; what the status bar and menus show stays.

/** Says in the status bar that the active tab belongs to a production account. */
export function showProduction(
  sessions: Pick<Sessions, 'accounts' | 'isReadOnly' | 'onDidChangeAccounts'>,
  panels: ActivePanel,
): vscode.Disposable {
  const item = createStatus('serverManagement.production', t('Server Management: Production'));
  const show = async (): Promise<void> => {
    const id = accountInFront(panels);
    const accounts = await sessions.accounts().catch(() => undefined);
    if (!accounts) return;
    const account = accounts.find((each) => each.id === id);
    const isEvery = accounts.every((each) => sessions.isReadOnly(each.id));
    setContext('isReadOnly', accounts.length > 0 && isEvery);
    // Another tab may have come to the front meanwhile.
    if (id !== accountInFront(panels)) return;
    setContext('isReadOnlyInFront', id !== undefined && sessions.isReadOnly(id));
    if (!account || !isProduction(account)) {
      item.hide();
      return;
    }
    const text = `${account.label}: ${describeEnvironment(account.environment)}`;
    const tooltip = new Markdown().paragraph(t('The active tab belongs to a production account.'));
    item.show({ icon: 'warning', text, tooltip: tooltip.value, label: text, isCritical: true });
  };
  void show();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(show),
    vscode.window.tabGroups.onDidChangeTabGroups(show),
    panels.onDidChangeActive(show),
    sessions.onDidChangeAccounts(show),
    item,
  );
}

/** How often the time that is left is shown anew, in milliseconds. */
const countdownMs = 15_000;

/** Counts down the minutes for which changes to read-only accounts are allowed. */
export function showPermissions(
  sessions: Pick<Sessions, 'accounts' | 'onDidChangeAccounts' | 'permissions'>,
  clock: Clock = systemClock,
): vscode.Disposable {
  const name = t('Server Management: Changes Allowed');
  const item = createStatus('serverManagement.permission', name);
  let cancel = (): void => undefined;
  const show = (): void => {
    cancel();
    const all = sessions.permissions();
    const [first] = all.toSorted((a, b) => a.left - b.left);
    if (!first) return item.hide();
    const lines = all.map(({ account, left }) => describePermission(account, left));
    const tooltip = new Markdown();
    for (const line of [...lines, t('Click to end it now.')]) tooltip.paragraph(line);
    item.show({
      icon: 'unlock',
      text: describePermission(first.account, first.left),
      tooltip: tooltip.value,
      label: lines.join(', '),
      isCritical: true,
      command: 'serverManagement.allowChanges',
      arguments: [first.account.id],
    });
    cancel = clock.after(countdownMs, show);
  };
  const showStored = async (): Promise<void> => {
    await sessions.accounts().catch(() => undefined);
    show();
  };
  void showStored();
  const subscription = sessions.onDidChangeAccounts(() => void showStored());
  return vscode.Disposable.from(subscription, item, { dispose: () => cancel() });
}

function describePermission({ label }: Account, left: number): string {
  return t('{0}: changes allowed, {1} min', label, formats.number(Math.ceil(left / 60_000)));
}

function accountInFront(panels: ActivePanel): string | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputWebview) return panels.active?.account;
  const uri =
    input instanceof vscode.TabInputText
      ? input.uri
      : input instanceof vscode.TabInputTextDiff
        ? input.modified
        : undefined;
  return uri && placeOf(uri)?.account;
}

interface RateLimitState {
  readonly account: Account;
  readonly limit: RateLimit;
}

/** Shows how many more requests the services allow, once that is few: by account on hover. */
export function showRateLimits(sessions: Sessions): vscode.Disposable {
  const item = createStatus('serverManagement.rateLimit', t('Server Management: Rate Limit'));
  const show = async (): Promise<void> => {
    const accounts = await sessions.accounts().catch(() => undefined);
    if (!accounts) return;
    const standings = accounts.flatMap((account): RateLimitState[] => {
      const limit = sessions.opened(account.id)?.client.rateLimit;
      return limit ? [{ account, limit }] : [];
    });
    const share = ({ limit: { remaining, limit } }: RateLimitState): number => remaining / limit;
    const [tightest] = standings.toSorted((a, b) => share(a) - share(b));
    if (!tightest || !isTight(tightest)) {
      item.hide();
      return;
    }
    const { remaining, limit, isReserved } = tightest.limit;
    const used = `${remaining}/${limit}`;
    item.show({
      icon: isReserved ? 'warning' : 'watch',
      text: isReserved ? `${used}, ${t('background requests paused')}` : used,
      tooltip: describeRateLimits(standings),
      label: t('{0} of {1} requests remain for {2}', remaining, limit, tightest.account.label),
    });
  };
  const showSoon = soon(100, () => void show());
  return vscode.Disposable.from(
    sessions.onDidExchange(showSoon),
    sessions.onDidChangeAccounts(showSoon),
    item,
  );
}

/** The part of the limit below which it's worth a place in the status bar. */
const tightShare = 0.2;

function isTight({ limit: { remaining, limit, isReserved, heldUntil } }: RateLimitState): boolean {
  return remaining / limit < tightShare || isReserved || heldUntil !== undefined;
}

function describeRateLimits(standings: readonly RateLimitState[]): vscode.MarkdownString {
  const text = new Markdown().paragraph(t('Remaining requests'));
  for (const { account, limit } of standings) {
    const parts = [
      t('{0} of {1}', limit.remaining, limit.limit),
      t('last answer {0}', formats.time(limit.seenAt)),
      limit.isReserved ? t('the rest is reserved for you; background requests are paused') : '',
      limit.heldUntil === undefined
        ? ''
        : t('requests wait until {0}', formats.time(limit.heldUntil)),
    ];
    text.item(`${account.label}: ${parts.filter(Boolean).join(', ')}`);
  }
  return text.value;
}
