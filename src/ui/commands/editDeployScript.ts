import * as vscode from 'vscode';
import { asReference } from './target';
import { toMissing } from '../../resources/client/missing';
import { lineage } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Services } from '../services/services';
import { orTellWhy, toUri } from '../documents/documentUri';
import { pickResource } from '../prompts/pickers/pickResource';
import { showMessage } from '../editor/messages';
import { t } from '../editor/l10n';

/** Opens the script that deploys a web application; offers to connect a repository first. */
export async function editDeployScript(services: Services, parameter: unknown): Promise<void> {
  const application =
    toWebApplication(asReference(parameter)) ?? (await pickResource(services, 'webApplication'));
  if (!application) return;
  const script: ResourceReference = { ...application, kind: 'deployScript' };
  await orTellWhy(services, script, async () => {
    const uri = await toUri(services, script).catch((error: unknown) => {
      if (!toMissing(error, true)) throw error;
      offerToConnect(application);
    });
    if (uri) await vscode.window.showTextDocument(uri, { preview: true });
  });
}

/** A resource's web application, or the resource itself if it's one. */
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
