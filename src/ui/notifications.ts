import * as vscode from 'vscode';
import { describeError, isCancellation } from './errors/describeError';

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
  const text = `${happened} ${describeError(error)}`;
  const chosen = await vscode.window.showErrorMessage(text, ...actions.map(({ title }) => title));
  await actions.find(({ title }) => title === chosen)?.run();
}
