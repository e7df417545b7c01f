import * as vscode from 'vscode';
import { asReference } from './target';
import { toMissing } from '../../resources/client/missing';
import { lineage } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Services } from '../services';
import { showDocument } from '../documents/documentUri';
import { pickResource } from '../prompts/pickers/pickResource';
import { showMessage } from '../editor/messages';
import { t } from '../l10n';

/** Opens the script that deploys a web application; offers to connect a repository first. */
export async function editDeployScript(services: Services, parameter: unknown): Promise<void> {
  const application =
    toWebApplication(asReference(parameter)) ?? (await pickResource(services, 'webApplication'));
  if (!application) return;
  const script: ResourceReference = { ...application, kind: 'deployScript' };
  try {
    // What opens next uses this read.
    if (!services.mainDocuments.findUri(script)) await services.documents.prepare(script);
  } catch (error) {
    if (!toMissing(error, true)) throw error;
    offerToConnect(application);
    return;
  }
  await showDocument(services, script);
}

/** The web application that a resource is, or is in. */
function toWebApplication(reference: ResourceReference | undefined): ResourceReference | undefined {
  const isIn = reference && lineage(reference.kind).some(({ id }) => id === 'webApplication');
  return isIn
    ? { account: reference.account, kind: 'webApplication', ids: reference.ids.slice(0, 2) }
    : undefined;
}

function offerToConnect(application: ResourceReference): void {
  const target: ResourceReference = { ...application, kind: 'gitRepository' };
  const run = (): unknown =>
    vscode.commands.executeCommand('serverManagement.connectRepository', target);
  const text = t('No repository connected.');
  void showMessage('information', text, [{ title: t('Connect…'), run }]);
}
