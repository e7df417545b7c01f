import * as vscode from 'vscode';
import type { PendingServices } from './pendingServices';
import { parseDocument } from '../../documents/documentText';
import { planSave } from '../../documents/plan/savePlan';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { toUri } from '../documents/documentUri';
import { showMessage } from '../editor/messages';
import { tellInPassing } from '../editor/statusBar';
import { t } from '../l10n';
import { showError } from '../notifications';

/** Stages a document's unsaved changes in place of saving them; the document is live again. */
export async function stageChanges(
  services: PendingServices,
  reference: ResourceReference,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(await toUri(services, reference));
  const base = services.documents.baseOf(reference);
  try {
    const kind = findKind(reference.kind);
    const mine = parseDocument(kind, document.getText(), base);
    const changes = base && planSave(kind, { base, mine, theirs: base }).changes;
    if (!changes || changes.length === 0) {
      void showMessage('information', t('Nothing to stage: there are no changes.'));
      return;
    }
    await services.pending.stage([{ reference, changes }]);
  } catch (error) {
    await showError(t("Couldn't stage the changes."), error);
    return;
  }
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand('workbench.action.files.revert');
  tellInPassing(t('Staged. Apply it in Source Control.'));
}
