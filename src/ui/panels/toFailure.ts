import { signInButton } from '../../panels/findPress';
import type { PanelKind } from '../../panels/panelKind';
import { ApiError } from '../../api/errors';
import type { Failure } from '../../webviews/protocol';
import { describeError } from '../describeError';
import { t } from '../l10n';

/** Why a resource couldn't be read, and what to do. */
export function toFailure({ absence }: PanelKind, error: unknown): Failure {
  const reason = error instanceof ApiError ? error.reason : undefined;
  const buttons =
    reason === 'unauthorized' ? [{ id: signInButton, label: t('Sign In Again') }] : [];
  if (reason !== 'notFound' || !absence) {
    return { type: 'failure', text: describeError(error), buttons };
  }
  const { text, button } = absence(t);
  return { type: 'failure', text, buttons: [button] };
}
