import type { Account } from '../../accounts/account';
import { describeEnvironment } from '../../accounts/environments';
import type { Question } from '../../agents/agent';
import { toPlain } from '../../base/foreignText';
import { askInNotification } from '../editor/messages';
import { tellInPassing } from '../editor/statusBar';
import { t } from '../editor/l10n';

/**
 * Asks whether agents may use accounts, until the window closes. An agent calls at any moment, so
 * the question waits where it takes no keys.
 */
export function askConsent(accounts: readonly Account[]): Promise<boolean> {
  return askInNotification({
    question: t('Let agents use {0}?', namesOf(accounts)),
    detail: t(
      'Until this window closes, they can read names, settings, states and logs. Credentials are masked. They can only propose changes, which you review and apply.',
    ),
    button: t('Allow'),
  });
}

/** The question that an agent asks instead, only about reading. */
export function toConsentQuestion(accounts: readonly Account[]): Question {
  return {
    about: accounts.map(({ id }) => id),
    message: t(
      'Let this agent read {0} in VS Code? Until the VS Code window closes, it can read names, settings, states and logs. Credentials are masked.',
      namesOf(accounts),
    ),
    allow: t('Allow'),
  };
}

/** Reports that the person allowed access in an agent. */
export function reportAllowed(accounts: readonly Account[]): void {
  tellInPassing(t('An agent can now read {0}', namesOf(accounts)), 'unlock');
}

function namesOf(accounts: readonly Account[]): string {
  return accounts
    .map(({ label, environment }) => `${toPlain(label)} (${describeEnvironment(environment, t)})`)
    .join(', ');
}
