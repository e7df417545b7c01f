import * as vscode from 'vscode';
import { nameOfChange } from './describeStaged';
import type { PendingServices } from './pending';
import { parseDocument } from '../../documents/documentText';
import { planSave } from '../../documents/plan/savePlan';
import type { Origin } from '../../pending/stagedChange';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { openText } from '../documents/documentUri';
import { showMessage } from '../editor/messages';
import { tellInPassing } from '../editor/statusBar';
import { showError } from '../editor/notifications';
import { t } from '../../base/l10n';

/** Stages a document's unsaved changes instead of saving them; the document then shows the live state. */
export async function stageChanges(
  services: PendingServices,
  reference: ResourceReference,
): Promise<void> {
  const document = await openText(services, reference);
  const origin = originOf(services, document);
  const base = services.documents.baseOf(reference);
  try {
    const kind = findKind(reference.kind);
    const mine = parseDocument(kind, document.getText(), base);
    const changes = base && planSave(kind, { base, mine, theirs: base }).changes;
    if (!changes || changes.length === 0) {
      void showMessage('information', t('Nothing to stage: there are no changes.'));
      return;
    }
    await services.pending.stage([{ reference, origin, changes }]);
  } catch (error) {
    await showError(t("Couldn't stage the changes."), error);
    return;
  }
  await vscode.window.showTextDocument(document, { preview: false });
  const staged = services.pending.changes.find({ reference, origin });
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

/** Anyone can name a document: only the one in front is the person's, unless a model wrote it. */
function originOf({ proposals }: PendingServices, { uri }: vscode.TextDocument): Origin {
  if (proposals.has(uri.toString())) return 'model';
  const inFront = vscode.window.activeTextEditor?.document.uri;
  return inFront?.toString() === uri.toString() ? 'person' : 'extension';
}
