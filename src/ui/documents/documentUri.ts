import * as vscode from 'vscode';
import { findFieldRange } from './diagnostics';
import { findDocument } from './inFront';
import { tryParse, toDocumentText } from '../../documents/content';
import { scheme } from '../../documents/schemes';
import type { JsonObject } from '../../base/json';
import { isUnreadable } from '../../explorer/documentedUse';
import type { Resource } from '../../resources/kinds/kind';
import { toNamedPath } from '../../resources/names/resourceNames';
import type { ResourceReference } from '../../resources/reference';
import type { DocumentServices } from './documentServices';
import { toDocumentUri } from '../editor/uris';
import { showUnopened, showMessage } from '../editor/messages';
import { t } from '../../base/l10n';
import { findKind } from '../../resources/kinds/kinds';
import { showDiff } from '../editor/diff';

/** Shows a resource's document; says why if it can't be opened, and offers to try again. */
export async function showDocument(
  services: DocumentServices,
  reference: ResourceReference,
  options: vscode.TextDocumentShowOptions = { preview: true },
): Promise<void> {
  if (isUnreadable(services.store, reference)) {
    const place = services.names.placeOf(reference);
    const text = t('"{0}" can\'t be opened: the service doesn\'t offer reading it.', place);
    void showMessage('information', text);
    return;
  }
  const show = async (): Promise<void> => {
    await vscode.window.showTextDocument(await toUri(services, reference), options);
  };
  await orShowError(services, reference, show);
}

/** Shows a resource's document at a field. @param choose the field, of the document's content. */
export async function showField(
  services: DocumentServices,
  reference: ResourceReference,
  choose: (content: JsonObject) => string | undefined,
): Promise<void> {
  await orShowError(services, reference, async () => {
    const document = await openText(services, reference);
    const text = document.getText();
    const field = choose(tryParse(text) ?? {});
    const selection = field === undefined ? undefined : findFieldRange([field], text);
    await vscode.window.showTextDocument(document, {
      preview: true,
      ...(selection ? { selection } : {}),
    });
  });
}

/** A resource's document, without showing it. @throws ApiError, UnknownAccountError. */
export async function openText(
  services: DocumentServices,
  reference: ResourceReference,
): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(await toUri(services, reference));
}

/**
 * The open one, or else one with the current names, so that a renamed resource isn't opened twice.
 * That one opens with what is read here: VS Code would wrap a failure's reason in sentences about
 * files.
 * @throws ApiError, UnknownAccountError.
 */
export async function toUri(
  services: DocumentServices,
  reference: ResourceReference,
): Promise<vscode.Uri> {
  const open = services.mainDocuments.findUri(reference);
  // The tab of a document that couldn't be read has none.
  if (open && findDocument(open)) return open;
  await Promise.all([services.documents.prepare(reference), learnNames(services, reference)]);
  return open ?? toDocumentUri(reference, services.names);
}

export async function orShowError(
  services: DocumentServices,
  reference: ResourceReference,
  open: () => Promise<void>,
): Promise<void> {
  try {
    await open();
  } catch (error) {
    const again = (): Promise<void> => orShowError(services, reference, open);
    void showUnopened(services.names.placeOf(reference), error, again);
  }
}

/** The URI of the document of a resource just created with this content. Only reads its ancestors. */
export async function toCreatedUri(
  services: DocumentServices,
  reference: ResourceReference,
  content: Resource,
): Promise<vscode.Uri> {
  const open = services.mainDocuments.findUri(reference);
  if (open) return open;
  await services.explorer.knownParents(reference);
  const path = toNamedPath(reference, services.names.inPathsFor(reference, content));
  return vscode.Uri.from({ scheme, path });
}

async function learnNames(
  { explorer }: DocumentServices,
  reference: ResourceReference,
): Promise<void> {
  await explorer.sources.storage.restore(reference.account);
  await explorer.knownParents(reference);
}

export async function compareWithLive(
  services: DocumentServices,
  reference: ResourceReference,
): Promise<void> {
  await orShowError(services, reference, async () => {
    const uri = await toUri(services, reference);
    const content = await services.documents.live(reference);
    const text = toDocumentText(findKind(reference.kind), content);
    const live = services.snapshots.put(`/live${uri.path}`, text);
    const title = t('{0}: live ↔ this text', services.names.nameOf(reference));
    await showDiff(live, uri, title);
  });
}

export async function compareWithOther(
  services: DocumentServices,
  reference: ResourceReference,
  other: ResourceReference,
): Promise<void> {
  await orShowError(services, other, async () => {
    const [left, right] = [await toUri(services, other), await toUri(services, reference)];
    const paths = [other, reference].map((each) => services.names.pathOf(each).join(' › '));
    await showDiff(left, right, paths.join(' ↔ '));
  });
}
