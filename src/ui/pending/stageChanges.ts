import * as vscode from 'vscode';
import { nameOfChange } from './describeStaged';
import type { PendingServices } from './pending';
import { parseDocument } from '../../documents/documentText';
import { planSave } from '../../documents/plan/savePlan';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { openText } from '../documents/documentUri';
import { showMessage } from '../editor/messages';
import { tellInPassing } from '../editor/statusBar';
import { t } from '../l10n';
import { showError } from '../notifications';

/** Stages a document's unsaved changes instead of saving them; the document then shows the live state. */
export async function stageChanges(
  services: PendingServices,
  reference: ResourceReference,
): Promise<void> {
  const document = await openText(services, reference);
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
  const staged = services.pending.changes.find(reference);
  const name = staged ? nameOfChange(staged) : '';
  try {
    await vscode.commands.executeCommand('workbench.action.files.revert');
  } catch {
    // VS Code doesn't say why; its own sentence is about its code.
    const text = t(
      'Change to "{0}" staged, but the live state couldn\'t be read. Revert the document later.',
      name,
    );
    await showMessage('warning', text);
    return;
  }
  tellInPassing(t('Change to "{0}" staged. Apply it in Source Control.', name));
}
