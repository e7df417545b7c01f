import * as vscode from 'vscode';
import { describeError, isCancellation } from './errors/describeError';
import { toMessage } from './safeText';

/** A button of a message. */
export interface MessageAction {
  readonly title: string;
  readonly run: () => unknown;
}

/** Shows an error where there is no better place for it; a cancellation is not shown. */
export async function showError(
  happened: string,
  error: unknown,
  actions: readonly MessageAction[] = [],
): Promise<void> {
  if (isCancellation(error)) return;
  await showMessage('error', `${happened} ${describeError(error)}`, actions);
}

/** Shows a message, whatever it quotes, and does what the person chooses below it. */
export async function showMessage(
  severity: 'error' | 'information',
  text: string,
  actions: readonly MessageAction[] = [],
): Promise<void> {
  const titles = actions.map(({ title }) => title);
  const shown = toMessage(text);
  const chosen = await (severity === 'error'
    ? vscode.window.showErrorMessage(shown, ...titles)
    : vscode.window.showInformationMessage(shown, ...titles));
  await actions.find(({ title }) => title === chosen)?.run();
}
