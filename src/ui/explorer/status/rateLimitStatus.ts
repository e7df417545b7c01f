import type * as vscode from 'vscode';
import { createStatus, type Status } from '../../editor/statusBar';
import { Markdown } from '../../editor/markdown';
import type { RateLimit } from '../../../api/scheduling/rateLimit';
import type { Account } from '../../../accounts/account';
import type { Sessions } from '../../../accounts/sessions';
import { callLater } from '../../../base/callLater';
import { formats, t } from '../../../base/l10n';

interface RateLimitState {
  readonly account: Account;
  readonly limit: RateLimit;
}

/**
 * Shows how many more requests the services allow: briefly in the status bar, by account on hover.
 */
export class RateLimitStatus implements vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #item: Status;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #isWaiting = false;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.#item = createStatus('serverManagement.rateLimit', t('Server Management: Rate Limit'));
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
    const standings = accounts.flatMap((account): RateLimitState[] => {
      const limit = this.#sessions.opened(account.id)?.client.rateLimit;
      return limit ? [{ account, limit }] : [];
    });
    const share = ({ limit: { remaining, limit } }: RateLimitState): number => remaining / limit;
    const [tightest] = standings.toSorted((a, b) => share(a) - share(b));
    if (!tightest) {
      this.#item.hide();
      return;
    }
    const { remaining, limit, isReserved } = tightest.limit;
    const icon = isReserved ? 'warning' : 'dashboard';
    this.#item.show({
      icon,
      text: [
        `${remaining}/${limit}`,
        ...(isReserved ? [t('background requests paused')] : []),
      ].join(', '),
      tooltip: describeRateLimits(standings),
      label: t('{0} of {1} requests remain for {2}', remaining, limit, tightest.account.label),
    });
  }
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
