import * as vscode from 'vscode';
import { askForm } from './askForm';
import { describeError } from '../../errors/describeError';
import { askText } from '../../input/askText';
import { withLateProgress } from '../../lateProgress';
import { t } from '../../l10n';
import { showError } from '../../notifications';
import { toMessage, withoutIcons } from '../../safeText';
import type { Confirmation, Prompts, Summary } from '../prompts';

/** How long a message in the status bar stays, in milliseconds. */
const passingMs = 6_000;

/** How much a dialog tells below its question: a list of names may be long, the screen is not. */
const longestDetail = 4_000;

/** Talks with a person through the editor. */
export const vscodePrompts: Prompts = {
  confirm: async (confirmation) =>
    confirmation.typed === undefined
      ? confirmByClick(confirmation)
      : confirmByTyping(confirmation, confirmation.typed),
  ask: askForm,
  show: ({ title, run }) => withLateProgress(title, run),
  askToRetry,
  tell: (text) =>
    void vscode.window.setStatusBarMessage(`$(check) ${withoutIcons(toMessage(text))}`, passingMs),
};

async function confirmByClick({ message, detail, button }: Confirmation): Promise<boolean> {
  const options = { modal: true, detail: toMessage(detail, longestDetail) };
  const chosen = await vscode.window.showWarningMessage(toMessage(message), options, button);
  return chosen === button;
}

async function confirmByTyping(
  { message, detail, button }: Confirmation,
  typed: string,
): Promise<boolean> {
  const mayGoOn = await confirmByClick({
    message,
    detail: `${detail}\n${t('You will be asked to type its name.')}`,
    button,
    typed: undefined,
  });
  if (!mayGoOn) return false;
  const outcome = await askText(
    {
      prompt: t('Type "{0}" and press Enter', typed),
      placeholder: typed,
      validate: (text) =>
        text === typed.trim() ? undefined : t('That is not "{0}".', typed.slice(0, 100)),
    },
    { title: message, step: 1, totalSteps: 1 },
  );
  return outcome.type === 'next';
}

/** How many failures a message lists. */
const longestList = 5;

async function askToRetry({ title, total, failures }: Summary): Promise<boolean> {
  const [first] = failures;
  if (!first) return false;
  const again = total === 1 ? t('Try Again') : t('Retry Failed');
  let isWanted = false;
  const wanted = { title: again, run: () => (isWanted = true) };
  if (total === 1) await showError(t('{0} failed.', title), first.error, [wanted]);
  else {
    const list = failures
      .slice(0, longestList)
      .map(({ name, error }) => `${name}: ${describeError(error)}`);
    const text = t('{0}: {1} of {2} failed.', title, failures.length, total);
    await showError(text, new Error(list.join(' ')), [wanted]);
  }
  return isWanted;
}
