import { describeError } from './describeError';
import { isCancellation } from '../../documents/errors/describeError';
import type { MessageAction } from '../../base/questions';
import { showMessage } from './messages';
import { t } from '../../base/l10n';

/** Ignores cancellations. `happened`: what didn't work; empty if the error says that. */
export async function showError(
  happened: string,
  error: unknown,
  actions: readonly MessageAction[] = [],
): Promise<void> {
  if (isCancellation(error)) return;
  await showMessage('error', [happened, describeError(error)].filter(Boolean).join(' '), actions);
}

/** Says why a document couldn't be opened, and offers to try again. */
export function showUnopened(place: string, error: unknown, again: () => unknown): Promise<void> {
  return showError(t('Couldn\'t open "{0}".', place), error, [
    { title: t('Try Again'), run: again },
  ]);
}
