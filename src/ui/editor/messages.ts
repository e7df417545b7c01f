import * as vscode from 'vscode';
import { toMessage, type Words } from '../../base/foreignText';

/** A message button. */
export interface MessageAction {
  readonly title: string;
  readonly run: () => unknown;
}

/** How severe a message is. */
type MessageSeverity = 'error' | 'warning' | 'information';

/** A modal question. */
interface ModalQuestion {
  readonly question: Words;
  readonly detail?: Words;
  /** The label of the confirming button. */
  readonly button: string;
}

/** The longest detail text of a dialog: a list of names may not fit the screen. */
const longestDetail = 4_000;

/** Shows a message and runs the action that the person chooses; quoted text is sanitized. */
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
  await actions.find(({ title }) => title === chosen)?.run();
}

/** Asks for confirmation in a modal dialog. */
export async function askModal({ button, ...question }: ModalQuestion): Promise<boolean> {
  return (await askModalChoice(question, [button])) === button;
}

/** Asks in a modal dialog which of several buttons to press; undefined if none. */
export async function askModalChoice(
  { question, detail }: Omit<ModalQuestion, 'button'>,
  buttons: readonly string[],
): Promise<string | undefined> {
  const options = {
    modal: true,
    ...(detail === undefined ? {} : { detail: toMessage(detail, longestDetail) }),
  };
  return showPlain('warning', question, options, buttons);
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
