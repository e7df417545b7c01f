import * as vscode from 'vscode';
import { parseDraftPath } from '../../resources/drafts/draftPath';
import { findKind } from '../../resources/kinds/kinds';
import type { Core } from '../core';
import { t } from '../l10n';
import { toUri } from '../uris';

/** After a draft was created: closes it, and opens the document of what it became. */
export async function giveWay(core: Core, draft: vscode.Uri): Promise<void> {
  const created = core.drafts.takeCreated(draft);
  if (!created) return;
  const { reference } = created;
  const collection = parseDraftPath(draft.path);
  if (collection?.kind === 'firewallRule')
    await core.explorer.sources.pendingFirewalls.note(collection);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.filter(({ input }) => {
    return input instanceof vscode.TabInputText && input.uri.toString() === draft.toString();
  });
  if (reference && findKind(reference.kind).operations.read) {
    await vscode.window.showTextDocument(toUri(reference), { preview: false });
    core.documents.refresh(reference);
  } else {
    vscode.window.setStatusBarMessage(t('$(check) Created.'), 6_000);
  }
  await vscode.window.tabGroups.close(own);
}

/** Creates what a draft says, also where nothing was typed into it. */
export async function createFromDraft(core: Core, uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.isDirty) {
    await document.save();
    return;
  }
  await core.drafts.write(uri, document.getText(), false);
  await giveWay(core, uri);
}
