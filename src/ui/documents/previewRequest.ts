import * as vscode from 'vscode';
import type { ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { t } from '../l10n';

/** Shows the exact requests that saving a document would send, or says that it would send none. */
export async function previewRequest(
  core: Core,
  uri: vscode.Uri,
  reference: ResourceReference,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { writes } = await core.documents.plan(reference, document.getText());
  if (writes.length === 0) {
    void vscode.window.showInformationMessage(t('Saving would send nothing: nothing is changed.'));
    return;
  }
  const requests = await Promise.all(writes.map((write) => core.client.plan(reference, write)));
  const text = requests
    .map(({ method, path, body }) => `${method} ${path}\n\n${JSON.stringify(body, undefined, 2)}\n`)
    .join('\n');
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ content: text, language: 'http' }),
    { viewColumn: vscode.ViewColumn.Beside, preview: true },
  );
}
