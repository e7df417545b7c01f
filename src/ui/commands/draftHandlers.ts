import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { toCollection, toReference } from './target';
import { creations } from '../../resources/drafts/creations';
import type { Core } from '../core';
import { createFromDraft } from '../drafts/giveWay';
import { duplicate, openDraft, pickCollection } from '../drafts/startDraft';
import { t } from '../l10n';
import { draftScheme } from '../scheme';

/** Commands about drafts: texts that become resources. */
export const draftHandlers = {
  'serverManagement.newDraft': async (core, parameter) => {
    const collection = toCollection(parameter) ?? (await pickCollection(core));
    if (collection && creations[collection.kind]) await openDraft(core, collection);
  },

  'serverManagement.duplicate': async (core, parameter, place) => {
    const active = vscode.window.activeTextEditor?.document.uri;
    const reference =
      toReference(parameter) ?? (active && toReference(active)) ?? (await pickSource(core));
    if (!reference) return;
    if (creations[reference.kind]) await duplicate(core, reference, toCollection(place));
    else void vscode.window.showInformationMessage(t('The service has no call that creates this.'));
  },

  'serverManagement.createFromDraft': async (core, parameter) => {
    const uri = toDraft(parameter);
    if (uri) await createFromDraft(core, uri);
  },

  'serverManagement.discardDraft': async (_core, parameter) => {
    const uri = toDraft(parameter);
    if (!uri) return;
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

async function pickSource({ explorer }: Core): Promise<ReturnType<typeof toReference>> {
  return (await explorer.find())?.reference;
}

/** The draft that is meant: given, or in front. */
function toDraft(parameter: unknown): vscode.Uri | undefined {
  const uri =
    parameter instanceof vscode.Uri ? parameter : vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme === draftScheme) return uri;
  void vscode.window.showInformationMessage(t('Open a draft first.'));
  return undefined;
}
