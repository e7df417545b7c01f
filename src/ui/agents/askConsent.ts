import type { Account } from '../../accounts/account';
import { toPlain } from '../../base/foreignText';
import { askModal } from '../editor/messages';
import { t } from '../l10n';

/** Asks whether agents may use accounts, until the window closes. */
export function askConsent(accounts: readonly Account[]): Promise<boolean> {
  const names = accounts.map(({ label }) => toPlain(label)).join(', ');
  return askModal({
    question: t('Let agents use {0}?', names),
    detail: t(
      'Until this window closes, they can read names, settings, states and logs. Credentials are masked. They can only propose changes, which you review and apply.',
    ),
    button: t('Allow'),
  });
}
