import * as vscode from 'vscode';
import { askForm } from './askForm';
import { describeError } from '../../errors/describeError';
import type { Snapshots } from '../../documents/snapshots';
import { askText } from '../../input/askText';
import { withLateProgress } from '../../lateProgress';
import { t } from '../../l10n';
import { showError, showMessage } from '../../notifications';
import { toMessage, withoutIcons } from '../../safeText';
import type { Confirmation, Prompts } from '../prompts';
import { describeSummary, listResults, nameRetry, type Summary } from '../summary';

/** How long a message in the status bar stays, in milliseconds. */
const passingMs = 6_000;

/** How much a dialog tells below its question: a list of names may be long, the screen is not. */
const longestDetail = 4_000;

/** Talks with a person through the editor; what does not fit a message becomes a text to read. */
export function createPrompts(snapshots: Pick<Snapshots, 'put'>): Prompts {
  return {
    confirm: async (confirmation) =>
      confirmation.typed === undefined
        ? confirmByClick(confirmation)
        : confirmByTyping(confirmation, confirmation.typed),
    ask: askForm,
    show: ({ title, run }) => withLateProgress(title, run),
    askToRetry: (summary) => askToRetry(snapshots, summary),
    tell: (text) =>
      void vscode.window.setStatusBarMessage(
        `$(check) ${withoutIcons(toMessage(text))}`,
        passingMs,
      ),
  };
}

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
    detail: `${detail}\n${t('You will be asked to type "{0}".', typed)}`,
    button,
    typed: undefined,
  });
  if (!mayGoOn) return false;
  const outcome = await askText(
    {
      prompt: t('Type "{0}" and press Enter', typed),
      placeholder: typed,
      validate: (text) =>
        text.normalize() === typed.normalize() ? undefined : t('That is not "{0}".', typed),
    },
    { title: toMessage(message), step: 1, totalSteps: 1 },
  );
  return outcome.type === 'next';
}

async function askToRetry(snapshots: Pick<Snapshots, 'put'>, summary: Summary): Promise<boolean> {
  let next: 'retry' | 'details' | undefined;
  const retry = { title: nameRetry(summary, t), run: () => (next = 'retry') };
  const [first, ...others] = summary.results;
  if (others.length === 0) {
    if (first?.state.type !== 'failed') return false;
    await showError(t('{0} failed.', summary.title), first.state.error, [retry]);
    return next === 'retry';
  }
  const details = { title: t('Show Details'), run: () => (next = 'details') };
  const hasFailed = summary.results.some(({ state }) => state.type === 'failed');
  const text = describeSummary(summary, describeError, t);
  await showMessage(hasFailed ? 'error' : 'information', text, [retry, details]);
  if (next !== 'details') return next === 'retry';
  const uri = snapshots.put('/actions/results.txt', listResults(summary, describeError, t));
  await vscode.window.showTextDocument(uri, { preview: true, preserveFocus: true });
  // The message is gone by then, and what is not done is still to be tried.
  return askToRetry(snapshots, summary);
}
