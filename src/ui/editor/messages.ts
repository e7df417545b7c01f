import * as vscode from 'vscode';
import { fileError } from './fileError';
import { ApiError } from '../../api/errors';
import type { MessageAction } from '../../base/questions';
import { toMessage, type Words } from '../../base/foreignText';
import type { Place } from '../../documents/writing/guard';
import { isCancellation, describeErrorIn } from '../../documents/describeError';
import { formats, t } from '../../base/l10n';
import { platform } from '../../platform/platform';

type MessageSeverity = 'error' | 'warning' | 'information';

interface ConfirmingQuestion {
  readonly question: Words;
  readonly detail?: Words;
  /** The servers and accounts that it's about; undefined if it's only about this machine. */
  readonly place: Place | undefined;
  readonly button: string;
}

/** The longest detail text of a dialog: a list of names may not fit the screen. */
const longestDetail = 4_000;

/** Quoted text is sanitized. Failures of the chosen action become another message. */
export async function showMessage(
  severity: MessageSeverity,
  text: Words,
  actions: readonly MessageAction[] = [],
): Promise<void> {
  const chosen = await showPlain(
    severity,
    text,
    {},
    actions.map(({ title }) => title),
  );
  const action = actions.find(({ title }) => title === chosen);
  if (action) await press(action);
}

export function tryAgain(run: () => unknown): MessageAction {
  return { title: t('Try Again'), run };
}

/** A button that runs a command. */
export function commandButton(
  title: string,
  command: string,
  ...parameters: unknown[]
): MessageAction {
  return { title, run: () => vscode.commands.executeCommand(command, ...parameters) };
}

/** A button is pressed long after its command, which can't report the failure anymore. */
async function press(action: MessageAction): Promise<void> {
  try {
    await action.run();
  } catch (error) {
    if (isCancellation(error)) return;
    const text = `${t('"{0}" failed.', action.title)} ${describeError(error)}`;
    await showMessage('error', text, [tryAgain(() => press(action))]);
  }
}

/** Asks for confirmation in a modal dialog, which a stray Enter declines. */
export async function askModal({ button, ...question }: ConfirmingQuestion): Promise<boolean> {
  return (await askModalChoice(question, [button])) === button;
}

/** A dialog takes keys meant for something else: its first button, for Enter, does nothing. */
export async function askModalChoice(
  { question, detail, place }: Omit<ConfirmingQuestion, 'button'>,
  buttons: readonly string[],
): Promise<string | undefined> {
  const text = String(detail ?? '');
  const rest = text.length - longestDetail;
  const lines = [
    ...(text === '' ? [] : [toMessage(text, longestDetail)]),
    ...(rest > 0 ? [t('({0} more characters)', formats.number(rest))] : []),
    ...(place?.lines ?? []),
  ];
  const options = { modal: true, detail: lines.join('\n') };
  const decline = t('Not Now');
  const chosen = await showPlain('warning', question, options, [decline, ...buttons]);
  return chosen === decline ? undefined : chosen;
}

/** Asks in a notification, which waits without taking the focus; false if it's closed. */
export async function askInNotification({
  question,
  detail,
  button,
}: Omit<ConfirmingQuestion, 'place'>): Promise<boolean> {
  const text = [question, detail ?? ''].filter(Boolean).join(' ');
  return (await showPlain('warning', text, {}, [t('Not Now'), button])) === button;
}

/** In messages, the editor turns `[text](target)` into links, which can even run commands. */
async function showPlain(
  severity: MessageSeverity,
  words: Words,
  options: vscode.MessageOptions,
  buttons: readonly string[],
): Promise<string | undefined> {
  const text = toMessage(words);
  switch (severity) {
    case 'error':
      return vscode.window.showErrorMessage(text, options, ...buttons);
    case 'warning':
      return vscode.window.showWarningMessage(text, options, ...buttons);
    case 'information':
      return vscode.window.showInformationMessage(text, options, ...buttons);
  }
}

const { hidesWhyRequestsFail } = platform;

export function describeError(error: unknown): string {
  return describeErrorIn({ hidesWhyRequestsFail }, error);
}

/** Ignores cancellations. `happened`: what didn't work; empty if the error says that. */
export async function showError(
  happened: string,
  error: unknown,
  actions: readonly MessageAction[] = [],
): Promise<void> {
  if (isCancellation(error)) return;
  const allow = commandButton(t('Allow Changes…'), 'serverManagement.allowChanges');
  const isReadOnly = error instanceof ApiError && error.reason === 'readOnly';
  await showMessage(
    'error',
    [happened, describeError(error)].filter(Boolean).join(' '),
    isReadOnly ? [allow] : actions,
  );
}

/** Says why a document couldn't be opened, and offers to try again. */
export function showUnopened(place: string, error: unknown, again: () => unknown): Promise<void> {
  return showError(t('Couldn\'t open "{0}".', place), error, [tryAgain(again)]);
}

/** Keeps an error that the editor knows. */
export function toFileError(error: unknown): vscode.FileSystemError {
  return error instanceof vscode.FileSystemError ? error : fileError(describeError(error));
}
