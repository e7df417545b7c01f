import { signInButton } from './findPress';
import type { PanelKind } from './panelKind';
import { sandboxAccountId, UnknownAccountError } from '../accounts/sessions';
import { ApiError } from '../api/errors';
import type { Failure } from '../pages/protocol';
import type { Translate } from '../base/translate';

/** How to say what failed. */
interface FailureLanguage {
  readonly t: Translate;
  readonly describeError: (error: unknown) => string;
}

/** Why a resource couldn't be read, and what to do. */
export function toFailure(
  { absence }: PanelKind,
  error: unknown,
  { t, describeError }: FailureLanguage,
): Failure {
  const text = describeError(error);
  if (error instanceof UnknownAccountError) {
    // An account that is added again has another id, so that this page stays without one.
    return { type: 'failure', text, canRetry: false, buttons: [toReturn(error, t)] };
  }
  const reason = error instanceof ApiError ? error.reason : undefined;
  if (reason === 'notFound' && absence) {
    const { text: none, button } = absence(t);
    return { type: 'failure', text: none, canRetry: true, buttons: [button] };
  }
  const buttons =
    reason === 'unauthorized' ? [{ id: signInButton, label: t('Sign In Again') }] : [];
  return { type: 'failure', text, canRetry: true, buttons };
}

function toReturn({ account }: UnknownAccountError, t: Translate): Failure['buttons'][number] {
  return account === sandboxAccountId
    ? { id: 'useSandbox', label: t('Use the Sandbox') }
    : { id: 'addAccount', label: t('Add Account…') };
}
