import * as vscode from 'vscode';
import type { Handler, Handlers } from '../handler';
import { asFindings, asNode, asReference } from '../target';
import { fieldOf } from '../../../findings/inDocument';
import { kinds, lineage } from '../../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../../resources/reference';
import { compareCanvases } from './reportHandlers';
import type { Services } from '../services';
import { compareWithLive, compareWithOther } from '../../documents/compare';
import { copyFields } from '../../pending/editTogether';
import { uriInFront } from '../../documents/inFront';
import { previewRequest } from '../../documents/previewRequest';
import { showChanges } from '../../documents/showChanges';
import { hasAccount } from '../../prompts/pickers/pickAccount';
import { pickResource } from '../../prompts/pickers/pickResource';
import { showPick } from '../../editor/quickInput';
import { showMessage } from '../../editor/messages';
import { showWatched } from '../../explorer/watch/watching';
import { orShowError, showDocument, showField, toUri } from '../../documents/documentUri';
import { toMissing } from '../../../resources/client/missing';
import { t } from '../../../base/l10n';

export const documentHandlers = {
  'serverManagement.openDocument': async (services, parameter) => {
    const reference = asReference(parameter) ?? (await pickOfAnyKind(services));
    const [finding] = asFindings(parameter);
    if (!reference) return;
    if (finding) await showField(services, reference, (content) => fieldOf(finding, content));
    else await showDocument(services, reference);
  },

  'serverManagement.editDeployScript': editDeployScript,

  'serverManagement.saveDocument': async ({ saveGate }) => {
    const save = (): Thenable<unknown> =>
      vscode.commands.executeCommand('workbench.action.files.save');
    const uri = uriInFront();
    await (uri ? saveGate.mean(uri.toString(), save) : save());
  },

  'serverManagement.previewRequest': async (services, parameter) => {
    const reference = ofDocument(parameter);
    if (reference) await previewRequest(services, reference);
  },

  'serverManagement.compareWithLive': async (services, parameter) => {
    const reference = ofDocument(parameter);
    if (reference) await compareWithLive(services, reference);
  },

  'serverManagement.compareWithOther': async (services, parameter, given) => {
    const reference = ofDocument(parameter);
    if (!reference) return;
    const others = [given]
      .flat()
      .flatMap((each) => asReference(each) ?? [])
      .filter((each) => toKey(each) !== toKey(reference));
    const [other = await pickResource(services, reference.kind)] =
      others.length === 1 ? others : [];
    if (!other) return;
    const areCanvases = [reference, other].every(({ kind }) => kind === 'canvas');
    await (areCanvases ? compareCanvases : compareWithOther)(services, reference, other);
  },

  'serverManagement.copyChangedFields': async (services, parameter, targets) => {
    const reference = ofDocument(parameter);
    // On a row, these are the selected rows, which anyone can pass: the person picks the others.
    const isCall = Array.isArray(targets) && !asNode(parameter);
    const given = isCall ? targets.flatMap((each) => asReference(each) ?? []) : [];
    if (reference) await copyFields(services, reference, given);
  },

  'serverManagement.showChanges': (services) => showChanges(services),

  'serverManagement.showWatched': (services) => showWatched(services),
} satisfies Partial<Record<keyof Handlers, Handler>>;

function ofDocument(parameter: unknown): ResourceReference | undefined {
  const reference = asReference(parameter ?? vscode.window.activeTextEditor?.document.uri);
  if (!reference) {
    void showMessage('information', t('Open a resource as JSON first.'));
  }
  return reference;
}

async function pickOfAnyKind(services: Services): Promise<ResourceReference | undefined> {
  if (!(await hasAccount(services.sessions))) return undefined;
  const chosen = await showPick(
    kinds
      .filter(({ operations }) => operations.read)
      .map(({ id, names, icon }) => ({
        label: t(names.one),
        iconPath: new vscode.ThemeIcon(icon),
        id,
      })),
    { title: services.title, placeHolder: t('Select what to open') },
  );
  return chosen && pickResource(services, chosen.id);
}

async function editDeployScript(services: Services, parameter: unknown): Promise<void> {
  const application =
    toWebApplication(asReference(parameter)) ?? (await pickResource(services, 'webApplication'));
  if (!application) return;
  const script: ResourceReference = { ...application, kind: 'deployScript' };
  await orShowError(services, script, async () => {
    const uri = await toUri(services, script).catch((error: unknown) => {
      if (!toMissing(error, true)) throw error;
      offerToConnect(application);
    });
    if (uri) await vscode.window.showTextDocument(uri, { preview: true });
  });
}

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
