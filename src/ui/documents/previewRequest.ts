import * as vscode from 'vscode';
import { describeChanges } from '../../resources/documents/describeChanges';
import type { ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { t } from '../l10n';
import { toUri } from '../uris';
import { trailOf } from './names';

/** Shows the exact requests that saving a document would send, and what they change of the live state. */
export async function previewRequest(core: Core, reference: ResourceReference): Promise<void> {
  const document = await vscode.workspace.openTextDocument(toUri(reference));
  const { writes, changes, conflicts } = await core.documents.plan(reference, document.getText());
  if (writes.length === 0) {
    void vscode.window.showInformationMessage(t('Saving would send nothing: nothing is changed.'));
    return;
  }
  const requests = await Promise.all(writes.map((write) => core.client.plan(reference, write)));
  const text = [
    `# ${(await trailOf(core, reference)).join(' › ')}`,
    ...conflicts.map(
      (path) =>
        `# ${t('Not yet: "{0}" was changed elsewhere meanwhile. Saving would ask first.', path.join('.'))}`,
    ),
    '',
    ...requests.flatMap(({ method, path, body }) => [
      `${method} ${path}`,
      'Accept: application/json',
      'Content-Type: application/json',
      '',
      JSON.stringify(body, undefined, 2),
      '',
      '###',
      '',
    ]),
    `# ${t('What that changes of the live state:')}`,
    ...describeChanges(changes).map((line) => `# ${line}`),
    '',
  ].join('\n');
  const uri = core.snapshots.put(`/preview/${document.uri.path}.http`.replaceAll('//', '/'), text);
  await vscode.window.showTextDocument(uri, {
    viewColumn: vscode.ViewColumn.Beside,
    preview: true,
    preserveFocus: true,
  });
}
