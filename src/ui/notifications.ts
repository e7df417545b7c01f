import { describeError } from './describeError';
import { isCancellation } from '../errors/describeError';
import { type MessageAction, showMessage } from './editor/messages';

/**
 * Shows an error if there is no better place for it; ignores cancellations.
 * @param happened what didn't work; empty if the error's description says that.
 */
export async function showError(
  happened: string,
  error: unknown,
  actions: readonly MessageAction[] = [],
): Promise<void> {
  if (isCancellation(error)) return;
  await showMessage('error', [happened, describeError(error)].filter(Boolean).join(' '), actions);
}
