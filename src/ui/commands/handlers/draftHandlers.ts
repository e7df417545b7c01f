import * as vscode from 'vscode';
import type { Handler, Handlers } from '../handler';
import { toCollection, asReference } from '../target';
import { creations } from '../../../documents/creations/creations';
import type { Services } from '../services';
import { findDocument } from '../../documents/inFront';
import { createFromDraft, discardDraft } from '../../documents/drafts/openCreated';
import { duplicate, startDraft } from '../../documents/drafts/startDraft';
import { showMessage } from '../../editor/messages';
import { goToResource } from '../../prompts/pickers/goToResource';
import { draftScheme } from '../../../documents/schemes';
import { t } from '../../../base/l10n';

export const draftHandlers = {
  'serverManagement.newDraft': async (services, parameter) => {
    await startDraft(services, toCollection(parameter));
  },

  'serverManagement.duplicate': async (services, parameter, place) => {
    const chosen = parameter ?? vscode.window.activeTextEditor?.document.uri;
    const reference = asReference(chosen) ?? (await goToResource(services))?.reference;
    if (!reference) return;
    if (creations[reference.kind]) await duplicate(services, reference, toCollection(place));
    else void showMessage('information', t("The service can't create this."));
  },

  'serverManagement.createFromDraft': async (services, parameter) => {
    const uri = toDraft(services, parameter);
    if (uri) await createFromDraft(services, uri);
  },

  'serverManagement.discardDraft': async (services, parameter) => {
    const uri = toDraft(services, parameter);
    if (uri) await discardDraft(services, uri);
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

function toDraft({ drafts }: Services, parameter: unknown): vscode.Uri | undefined {
  const uri = parameter ?? vscode.window.activeTextEditor?.document.uri;
  const isDraft = uri instanceof vscode.Uri && uri.scheme === draftScheme;
  if (isDraft && (drafts.find(uri) || findDocument(uri))) return uri;
  const text = isDraft ? t('This draft no longer exists.') : t('Open a draft first.');
  void showMessage('information', text);
  return undefined;
}
