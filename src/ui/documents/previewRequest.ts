import * as vscode from 'vscode';
import { describeChanges } from '../../documents/history/describeChanges';
import { maskForms } from '../../documents/maskCredentials';
import type { SavePlan } from '../../documents/plan/savePlan';
import type { Write } from '../../resources/kinds/kind';
import type { WriteRequest } from '../../resources/resourceClient';
import type { ResourceReference } from '../../resources/reference';
import type { DocumentServices } from './documentServices';
import { showMessage } from '../editor/messages';
import { toComment } from '../../base/foreignText';
import type { JsonValue } from '../../base/json';
import { openText } from './documentUri';
import { t } from '../../base/l10n';

/** The exact requests that a save would send, and how they change the live state. */
export async function previewRequest(
  services: DocumentServices,
  reference: ResourceReference,
): Promise<void> {
  const document = await openText(services, reference);
  const plan = await services.documents.plan(reference, document.getText());
  await showRequests(services, reference, plan, document.uri.path);
}

interface ShownPlan extends Omit<SavePlan, 'writes' | 'meant'> {
  readonly writes: readonly Pick<WriteRequest, 'endpoint' | 'body'>[];
}

/** Shows planned requests next to the active editor. @param path distinguishes the text. */
export async function showRequests(
  services: DocumentServices,
  reference: ResourceReference,
  { writes, changes, conflicts }: ShownPlan,
  path: string,
): Promise<void> {
  if (writes.length === 0) {
    void showMessage('information', t('Nothing to send: there are no changes.'));
    return;
  }
  const requests = await Promise.all(
    writes.map((write) => services.client.plan(reference, write as Write)),
  );
  const text = [
    toComment((await services.names.trailOf(reference)).join(' › ')),
    ...conflicts.map((path) =>
      toComment(
        t('"{0}" was changed elsewhere in the meantime. Saving will ask first.', path.join('.')),
      ),
    ),
    '',
    ...requests.flatMap(({ method, path, body }) => [
      `${method} ${path}`,
      'Accept: application/json',
      'Content-Type: application/json',
      '',
      body === undefined ? '' : JSON.stringify(maskForms(body as JsonValue), undefined, 2),
      '',
      '###',
      '',
    ]),
    toComment(t('Changes to the live state:')),
    ...describeChanges(changes).map(toComment),
    '',
  ].join('\n');
  const uri = services.snapshots.put(`/preview/${path}.http`.replaceAll('//', '/'), text);
  await vscode.window.showTextDocument(uri, {
    viewColumn: vscode.ViewColumn.Beside,
    preview: true,
    preserveFocus: true,
  });
}
