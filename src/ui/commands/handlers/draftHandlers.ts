import * as vscode from 'vscode';
import type { Handler, Handlers } from '../handler';
import { toCollection, asReference } from '../target';
import { creations } from '../../../documents/creations/creations';
import type { Services } from '../../services';
import { discardDraft } from '../../drafts/discardDraft';
import { createFromDraft } from '../../drafts/openCreated';
import { duplicate, startDraft } from '../../drafts/startDraft';
import { showMessage } from '../../editor/messages';
import { t } from '../../l10n';
import { draftScheme } from '../../../documents/schemes';

/** Commands about drafts: documents of resources that don't exist yet. */
export const draftHandlers = {
  'serverManagement.newDraft': async (services, parameter) => {
    await startDraft(services, toCollection(parameter));
  },

  'serverManagement.duplicate': async (services, parameter, place) => {
    const active = vscode.window.activeTextEditor?.document.uri;
    const reference =
      asReference(parameter) ?? (active && asReference(active)) ?? (await pickSource(services));
    if (!reference) return;
    if (creations[reference.kind]) await duplicate(services, reference, toCollection(place));
    else void showMessage('information', t("The service can't create this."));
  },

  'serverManagement.createFromDraft': async (services, parameter) => {
    const uri = toDraft(parameter);
    if (uri) await createFromDraft(services, uri);
  },

  'serverManagement.discardDraft': async (services, parameter) => {
    const uri = toDraft(parameter);
    if (uri) await discardDraft(services, uri);
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

async function pickSource({ explorer }: Services): Promise<ReturnType<typeof asReference>> {
  return (await explorer.find())?.reference;
}

/** The given draft, or else the active one. */
function toDraft(parameter: unknown): vscode.Uri | undefined {
  const uri =
    parameter instanceof vscode.Uri ? parameter : vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme === draftScheme) return uri;
  void showMessage('information', t('Open a draft first.'));
  return undefined;
}
