import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { toCollection, asReference } from '../target';
import { creations } from '../../../documents/creations/creations';
import { findDocument } from '../../documents/inFront';
import { createFromDraft, discardDraft } from '../../documents/drafts/openCreated';
import { showMessage } from '../../editor/messages';
import { goToResource } from '../../prompts/pickers/goToResource';
import { draftScheme } from '../../../documents/schemes';
import { t } from '../../../base/l10n';
import { toContent } from '../../../documents/content';
import type { Creation } from '../../../documents/creations/creation';
import {
  type KindId,
  type ResourceKind,
  findKind,
  kinds,
  lineage,
} from '../../../resources/kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  parentOf,
  type ResourceReference,
} from '../../../resources/reference';
import type { DocumentServices } from '../../documents/documentServices';
import { pickCollection } from '../../prompts/pickers/pickResource';
import { showPick } from '../../editor/quickInput';

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

async function openDraft(
  services: DocumentServices,
  ...parameters: Parameters<DocumentServices['drafts']['start']>
): Promise<vscode.TextDocument> {
  await services.explorer.knownParents(parameters[0]);
  const uri = await services.drafts.start(...parameters);
  return (await vscode.window.showTextDocument(uri, { preview: false })).document;
}

async function startDraft(services: DocumentServices, given?: CollectionReference): Promise<void> {
  const options = kinds
    .filter(({ id }) => given === undefined || given.kind === id)
    .flatMap(toOptions);
  const { title } = services;
  const placeHolder = t('Select what to create');
  const chosen = options.length > 1 ? await showPick(options, { title, placeHolder }) : options[0];
  if (!chosen) return;
  const collection = given ?? (await pickCollection(services, chosen.id));
  if (collection) await openDraft(services, collection, undefined, chosen.creation);
}

interface CreationItem extends vscode.QuickPickItem {
  readonly id: KindId;
  readonly creation: Creation;
}

function toOptions({ id, names, icon }: ResourceKind): readonly CreationItem[] {
  const usual = creations[id];
  if (!usual) return [];
  const iconPath = new vscode.ThemeIcon(icon);
  return [
    { label: t(names.one), iconPath, id, creation: usual },
    ...(usual.variants ?? []).map((creation) => {
      return { label: creation.name(), iconPath, id, creation };
    }),
  ];
}

async function duplicate(
  services: DocumentServices,
  reference: ResourceReference,
  given?: CollectionReference,
): Promise<vscode.TextDocument | undefined> {
  const place = given ?? (await pickDuplicatePlace(services, reference));
  if (!place) return undefined;
  const resource = await services.client.read(reference);
  return openDraft(services, place, toContent(findKind(reference.kind), resource));
}

async function pickDuplicatePlace(
  services: DocumentServices,
  reference: ResourceReference,
): Promise<CollectionReference | undefined> {
  const own = collectionOf(reference);
  if (!findKind(reference.kind).parent) return own;
  const kind = lineage(reference.kind).at(-2);
  const above = parentOf(reference);
  const trail = above ? await services.names.trailOf(above) : [];
  const here = { label: t('Here'), description: trail.join(' › ') };
  const elsewhere = { label: t('Elsewhere…'), description: kind ? t(kind.names.many) : '' };
  const items = findKind(reference.kind).variable ? [here, elsewhere] : [elsewhere];
  const chosen = await showPick(items, {
    title: services.title,
    placeHolder: t('Where should it be created?'),
  });
  if (!chosen) return undefined;
  return chosen === here ? own : pickCollection(services, reference.kind);
}
