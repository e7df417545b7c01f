import type { Confirmation } from '../../base/questions';
import * as vscode from 'vscode';
import { askForm, askOne } from './askForm';
import { showError, describeError, askModalChoice, showMessage } from '../editor/messages';
import type { Snapshots } from '../editor/snapshots';
import { withLateProgress } from '../editor/progress';
import { showBriefly } from '../editor/statusBar';
import { toPlain } from '../../base/foreignText';
import type { Prompts } from '../../actions/action';
import {
  describeSummary,
  listResults,
  nameRetry,
  type Retry,
  type Summary,
  waysToRetry,
} from '../../actions/result';
import { t } from '../../base/l10n';

/** Longest text above a box that the dialog before it has shown in full. */
const longestAgain = 500;

/** Prompts shown by the editor; what doesn't fit a message opens as a document. */
export function createPrompts(snapshots: Pick<Snapshots, 'put'>): Prompts {
  return {
    confirm: async (confirmation) =>
      confirmation.typed === undefined
        ? confirmByClick(confirmation)
        : confirmByTyping(confirmation, confirmation.typed),
    ask: askForm,
    show: ({ title, run }) => withLateProgress(title, run),
    askToRetry: (summary) => askToRetry(snapshots, summary),
    tell: (text, nexts = []) =>
      nexts.length > 0 ? void showMessage('information', text, nexts) : showBriefly(text),
    warn: (text) => void showMessage('warning', text),
  };
}

async function confirmByClick(confirmation: Confirmation): Promise<boolean> {
  const { message, detail, button, otherWay, review } = confirmation;
  const look = t('Review');
  const buttons = [button, otherWay?.button ?? [], review ? look : []].flat();
  const chosen = await askModalChoice({ question: message, detail, place: undefined }, buttons);
  if (chosen === look) await review?.();
  const isOtherWay = otherWay !== undefined && chosen === otherWay.button;
  if (isOtherWay) otherWay.choose();
  return chosen === button || isOtherWay;
}

async function confirmByTyping(confirmation: Confirmation, typed: string): Promise<boolean> {
  const { message, detail } = confirmation;
  const mayGoOn = await confirmByClick({
    ...confirmation,
    detail: `${detail}\n${t('You\'ll be asked to type "{0}".', typed)}`,
  });
  if (!mayGoOn) return false;
  const answer = await askOne(message, {
    type: 'text',
    name: 'typed',
    // The dialog is gone by then, so what follows is named again.
    prompt: `${toSentences(detail)} ${t('Type "{0}" and press Enter', typed)}`,
    placeholder: typed,
    validate: (text) =>
      text.normalize() === typed.normalize() ? undefined : t('Type "{0}" exactly as shown.', typed),
  });
  return answer !== undefined;
}

/** Lines as sentences on one line, because a box shows no line breaks. */
function toSentences(lines: string): string {
  const sentences = lines.split(/\n+/).map((line) => line.replace(/(?<![.!?…:])$/, '.'));
  return toPlain(sentences.join(' '), longestAgain);
}

async function askToRetry(
  snapshots: Pick<Snapshots, 'put'>,
  summary: Summary,
): Promise<Retry | undefined> {
  let next: Retry | 'details' | undefined;
  const ways = waysToRetry(summary).map((way) => {
    return { title: nameRetry(summary, way), run: () => (next = way) };
  });
  const [first, ...others] = summary.results;
  if (others.length === 0) {
    if (first?.state.type === 'failed') {
      const failure = summary.failure ?? t('{0} failed.', summary.title);
      await showError(failure, first.state.error, ways);
    } else if (first?.state.type === 'unknown') {
      const found = t('outcome unknown');
      const why = describeError(first.state.error);
      await showMessage('information', `${summary.title}: ${found}. ${why}`, ways);
    }
    return next === 'details' ? undefined : next;
  }
  const details = { title: t('Show Details'), run: () => (next = 'details') };
  const hasFailed = summary.results.some(({ state }) => state.type === 'failed');
  const text = describeSummary(summary, describeError);
  await showMessage(hasFailed ? 'error' : 'information', text, [...ways, details]);
  if (next !== 'details') return next;
  const uri = snapshots.put('/actions/results.txt', listResults(summary, describeError));
  await vscode.window.showTextDocument(uri, { preview: true, preserveFocus: true });
  // The message is gone by then, but what failed can still be retried.
  return askToRetry(snapshots, summary);
}
