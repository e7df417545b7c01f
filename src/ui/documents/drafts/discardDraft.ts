import * as vscode from 'vscode';
import { askBeforeDiscarding } from '../../../actions/questions/draftQuestions';
import { closeTabs, findDocument, isSameUri } from '../inFront';
import { parseDraftPath } from '../../../documents/drafts/draftPath';
import type { DraftServices } from './draftSaves';
import { showMessage } from '../../editor/messages';
import { t } from '../../editor/l10n';

/** Closes a draft for good; if something was typed, asks first and offers to undo. */
export async function discardDraft(services: DraftServices, uri: vscode.Uri): Promise<void> {
  const { drafts, prompts } = services;
  const draft = drafts.find(uri);
  const text = findDocument(uri)?.getText() ?? draft?.text ?? '';
  const isTyped = draft !== undefined && text !== (draft.start ?? '');
  if (isTyped && !(await askBeforeDiscarding(prompts, t))) return;
  await giveUp(uri);
  await closeTabs((each) => isSameUri(each, uri));
  const collection = parseDraftPath(uri.path);
  if (!isTyped || !collection) return;
  const undo = async (): Promise<void> => {
    const restored = await drafts.place(collection, { ...draft, text });
    await vscode.window.showTextDocument(restored, { preview: false });
  };
  // Don't wait for an answer to the message.
  void showMessage('information', t('Draft discarded.'), [{ title: t('Undo'), run: undo }]);
}

/**
 * Discards a draft's unsaved text and closes it. If something was typed during a save, the editor
 * reports right afterwards that nothing is unsaved, which is wrong, so its report isn't used here.
 */
export async function giveUp(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: false });
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
