import * as vscode from 'vscode';
import { formats } from './formats';
import { t } from './l10n';
import { isReserved, type RateLimit } from '../api/rateLimit';
import type { Account } from '../resources/accounts/account';
import type { Sessions } from '../resources/accounts/sessions';
import { callLater } from '../shared/callLater';

interface Standing {
  readonly account: Account;
  readonly limit: RateLimit;
}

/** Shows how many requests the services still allow: in short in the status bar, by account on hover. */
export class RateLimitStatus implements vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #isWaiting = false;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.#item = vscode.window.createStatusBarItem(
      'serverManagement.rateLimit',
      vscode.StatusBarAlignment.Right,
    );
    this.#item.name = t('Server Management: Rate Limit');
    this.#subscriptions = [
      sessions.onDidExchange(() => this.#showSoon()),
      sessions.onDidChangeAccounts(() => this.#showSoon()),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#item.dispose();
  }

  #showSoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    callLater(100, () => {
      this.#isWaiting = false;
      void this.#show();
    });
  }

  async #show(): Promise<void> {
    const accounts = await this.#sessions.accounts();
    const standings = accounts.flatMap((account): Standing[] => {
      const limit = this.#sessions.opened(account.id)?.rateLimit;
      return limit ? [{ account, limit }] : [];
    });
    const [tightest] = standings.toSorted((a, b) => share(a) - share(b));
    if (!tightest) {
      this.#item.hide();
      return;
    }
    const { remaining, limit } = tightest.limit;
    const isNear = isReserved(tightest.limit);
    const icon = isNear ? 'warning' : 'dashboard';
    this.#item.text = `$(${icon}) ${remaining}/${limit}`;
    if (isNear) this.#item.text += ` ${t('background work waits')}`;
    this.#item.tooltip = describe(standings);
    this.#item.accessibilityInformation = {
      label: t('{0} of {1} requests remain for {2}', remaining, limit, tightest.account.label),
    };
    this.#item.show();
  }
}

function share({ limit: { remaining, limit } }: Standing): number {
  return limit === 0 ? 0 : remaining / limit;
}

function describe(standings: readonly Standing[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendText(t('Requests that the service still allows')).appendMarkdown('\n\n');
  for (const { account, limit } of standings) {
    const parts = [
      t('{0} of {1}', limit.remaining, limit.limit),
      t('last answer {0}', formats.time(limit.seenAt)),
      isReserved(limit) ? t('what is left is kept for you: background work waits') : '',
      limit.heldUntil === undefined
        ? ''
        : t('requests wait until {0}', formats.time(limit.heldUntil)),
    ];
    text.appendMarkdown('- ').appendText(`${account.label}: ${parts.filter(Boolean).join(', ')}`);
    text.appendMarkdown('\n');
  }
  return text;
}
