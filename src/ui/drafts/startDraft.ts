import * as vscode from 'vscode';
import { toContent } from '../../resources/documents/content';
import { creations } from '../../resources/drafts/creations';
import type { KindId } from '../../resources/kinds/kind';
import { findKind, kinds, lineage } from '../../resources/kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  parentOf,
  type ResourceReference,
} from '../../resources/reference';
import type { JsonObject } from '../../shared/json';
import type { Core } from '../core';
import { trailOf } from '../documents/names';
import { pickAccount } from '../input/pickAccount';
import { pickResource } from '../input/pickResource';
import { t } from '../l10n';

/** Opens a draft in a collection. */
export async function openDraft(
  core: Core,
  collection: CollectionReference,
  source?: JsonObject,
): Promise<vscode.TextDocument> {
  const uri = await core.drafts.start(collection, source);
  return (await vscode.window.showTextDocument(uri, { preview: false })).document;
}

/** Asks what is to be created, and where. */
export async function pickCollection(core: Core): Promise<CollectionReference | undefined> {
  const chosen = await vscode.window.showQuickPick(
    kinds
      .filter(({ id }) => creations[id])
      .map(({ id, names, icon }) => ({
        label: t(names.one),
        iconPath: new vscode.ThemeIcon(icon),
        id,
      })),
    { placeHolder: t('What do you want to create?') },
  );
  return chosen && pickPlace(core, chosen.id);
}

/** Asks under which account and parent something is to be created. */
export async function pickPlace(
  core: Core,
  kind: KindId,
): Promise<CollectionReference | undefined> {
  const { parent } = findKind(kind);
  if (parent) {
    const above = await pickResource(core, parent);
    return above && { account: above.account, kind, parents: above.ids };
  }
  const account = await pickAccount(core.sessions);
  return account && { account: account.id, kind, parents: [] };
}

/** Opens a draft that starts from a resource: at the same place, or elsewhere. */
export async function duplicate(
  core: Core,
  reference: ResourceReference,
  given?: CollectionReference,
): Promise<vscode.TextDocument | undefined> {
  const place = given ?? (await pickDuplicatePlace(core, reference));
  if (!place) return undefined;
  const resource = await core.client.read(reference);
  return openDraft(core, place, toContent(findKind(reference.kind), resource));
}

async function pickDuplicatePlace(
  core: Core,
  reference: ResourceReference,
): Promise<CollectionReference | undefined> {
  const own = collectionOf(reference);
  if (!findKind(reference.kind).parent) return own;
  const kind = lineage(reference.kind).at(-2);
  const above = parentOf(reference);
  const trail = above ? await trailOf(core, above) : [];
  const here = { label: t('Here'), description: trail.join(' › ') };
  const elsewhere = { label: t('Elsewhere…'), description: kind ? t(kind.names.many) : '' };
  const items = findKind(reference.kind).variable ? [here, elsewhere] : [elsewhere];
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: t('Where is the new one to be?'),
  });
  if (!chosen) return undefined;
  return chosen === here ? own : pickPlace(core, reference.kind);
}
