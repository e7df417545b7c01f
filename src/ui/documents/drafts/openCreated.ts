import * as vscode from 'vscode';
import { closeTabs, findDocument, isSameUri } from '../inFront';
import type { Creation } from '../../../documents/creations/creation';
import { creationFor } from '../../../documents/creations/creations';
import { parseDraftPath } from '../../../documents/drafts/draftPath';
import type { SentDraft } from '../../../documents/drafts/storedDraft';
import { maskEachText } from '../../../documents/maskCredentials';
import { withTypedSince } from '../../../documents/drafts/drafts';
import { isUnreadable } from '../../../explorer/documentedUse';
import { findKind } from '../../../resources/kinds/kinds';
import { type ResourceReference, type Target, toDocumentPath } from '../../../resources/reference';
import type { DocumentServices } from '../documentServices';
import { toCreatedUri } from '../documentUri';
import type { Next } from '../../../actions/action';
import { creatingAction, toTarget } from '../../../actions/actions';
import type { JsonObject } from '../../../base/json';
import { nameOfNew } from '../../../resources/names/resourceNames';
import { showMessage } from '../../editor/messages';
import { showBriefly } from '../../editor/statusBar';
import { askBeforeDiscarding } from '../../../actions/question';
import { t } from '../../../base/l10n';

/** Opens its document, with what was typed since as unsaved changes, and closes the draft. */
export async function openCreated(services: DocumentServices, draft: vscode.Uri): Promise<void> {
  const state = services.drafts.find(draft)?.state;
  const collection = parseDraftPath(draft.path);
  if (state?.type !== 'done' || !collection) return;
  const { account, kind } = collection;
  const creation = creationFor(kind, state.sent.content);
  const action = creation && creatingAction(kind, creation);
  const reference = state.ids && { account, kind, ids: state.ids };
  if (action?.effect === 'firewallChanged') {
    await services.explorer.sources.pendingFirewalls.note(collection, undefined, reference);
  }
  const isOpened =
    reference &&
    findKind(kind).operations.read !== undefined &&
    !isUnreadable(services.store, reference);
  const wasOpen =
    reference && services.mainDocuments.findDocument(toDocumentPath(reference)) !== undefined;
  const text = findDocument(draft)?.getText() ?? state.sent.text;
  // Secrets aren't kept.
  const isTyped = maskEachText(text) !== maskEachText(state.sent.text);
  if (
    isTyped &&
    !(isOpened && creation && (await moveTyped(services, reference, creation, state.sent, text)))
  ) {
    void showMessage(
      'warning',
      t("Created. What you typed since then is only in the draft and wasn't sent."),
    );
    return;
  }
  if (isTyped) await giveUp(draft);
  // The document is active before the draft closes, so that no typing ends up anywhere else in
  // between.
  const isShown =
    isOpened && (await show(await toCreatedUri(services, reference, state.sent.content)));
  if (!isShown && !action?.next) showBriefly(t('{0} created.', t(findKind(kind).names.one)));
  if (action?.next) offer(action.next, reference ?? collection, state.sent.content);
  if (wasOpen && !isTyped) services.documents.refresh(reference);
  await closeTabs((each) => isSameUri(each, draft));
}

/** False if the editor refuses, such as while another one opens: it was created all the same. */
async function show(document: vscode.Uri): Promise<boolean> {
  try {
    await vscode.window.showTextDocument(document, { preview: false });
    return true;
  } catch {
    return false;
  }
}

function offer({ action, button, note }: Next, created: Target, content: JsonObject): void {
  const name = nameOfNew(created.kind, content) || t(findKind(created.kind).names.one);
  const text = [t('{0} created.', name), note?.() ?? []].flat().join(' ');
  const target = toTarget(action, created);
  const run = (): Thenable<unknown> => vscode.commands.executeCommand(action.command, target);
  void showMessage('information', text, target ? [{ title: button(), run }] : []);
}

async function moveTyped(
  services: DocumentServices,
  reference: ResourceReference,
  creation: Creation,
  sent: SentDraft,
  text: string,
): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(
    await toCreatedUri(services, reference, sent.content),
  );
  const wanted = withTypedSince(creation, sent, text, document.getText());
  if (wanted === undefined) return false;
  if (wanted === document.getText()) return true;
  await vscode.window.showTextDocument(document, { preview: false });
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, wanted);
  return vscode.workspace.applyEdit(edit);
}

export async function createFromDraft(services: DocumentServices, uri: vscode.Uri): Promise<void> {
  const document = findDocument(uri) ?? (await vscode.workspace.openTextDocument(uri));
  if (document.isDirty) {
    await services.saveGate.mean(uri.toString(), () => document.save());
    return;
  }
  await services.drafts.write(uri, document.getText(), false);
  await openCreated(services, uri);
}

/** Closes a draft for good; if something was typed, asks first and offers to undo. */
export async function discardDraft(services: DocumentServices, uri: vscode.Uri): Promise<void> {
  const { drafts, prompts } = services;
  const draft = drafts.find(uri);
  const text = findDocument(uri)?.getText() ?? draft?.text ?? '';
  const isTyped = draft !== undefined && text !== (draft.start ?? '');
  if (isTyped && !(await askBeforeDiscarding(prompts))) return;
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

/** After typing during a save, the editor reports that nothing is unsaved, which is wrong. */
async function giveUp(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: false });
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
