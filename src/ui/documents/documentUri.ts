import * as vscode from 'vscode';
import { findFieldRange } from './diagnostics';
import { tryParse } from '../../documents/content';
import { scheme } from '../../documents/schemes';
import type { JsonObject } from '../../base/json';
import type { Resource } from '../../resources/kinds/kind';
import { findKind } from '../../resources/kinds/kinds';
import { toNamedPath } from '../../resources/names/namedPath';
import { findResource } from '../../resources/names/present';
import { parentOf, type ResourceReference } from '../../resources/reference';
import type { DocumentServices } from './documentServices';

/** Shows a resource's document. */
export async function showDocument(
  services: DocumentServices,
  reference: ResourceReference,
  options: vscode.TextDocumentShowOptions = { preview: true },
): Promise<void> {
  await vscode.window.showTextDocument(await toUri(services, reference), options);
}

/** Shows a resource's document at a field. @param choose the field, of the document's content. */
export async function showField(
  services: DocumentServices,
  reference: ResourceReference,
  choose: (content: JsonObject) => string | undefined,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(await toUri(services, reference));
  const text = document.getText();
  const field = choose(tryParse(text) ?? {});
  const selection = field === undefined ? undefined : findFieldRange([field], text);
  await vscode.window.showTextDocument(document, {
    preview: true,
    ...(selection ? { selection } : {}),
  });
}

/** The URI of the document of what was just created with this content. Reads only what it's in. */
export async function toCreatedUri(
  services: DocumentServices,
  reference: ResourceReference,
  content: Resource,
): Promise<vscode.Uri> {
  const open = services.mainDocuments.findUri(reference);
  if (open) return open;
  const above = parentOf(reference);
  if (above) await services.explorer.knownWithParents(above);
  const path = toNamedPath(reference, services.names.inPathsFor(reference, content));
  return vscode.Uri.from({ scheme, path });
}

/**
 * The URI of a resource's document: the one that is open, or else one with the names that it has
 * now. No resource is opened twice because it was renamed.
 */
export async function toUri(
  services: DocumentServices,
  reference: ResourceReference,
): Promise<vscode.Uri> {
  const open = services.mainDocuments.findUri(reference);
  if (open) return open;
  await learnNames(services, reference);
  return vscode.Uri.from({ scheme, path: toNamedPath(reference, services.names.inPaths) });
}

/** Reads what isn't known of a resource and what it's in; without a name, the id is shown. */
async function learnNames(services: DocumentServices, reference: ResourceReference): Promise<void> {
  const { explorer, documents, store } = services;
  const { memory, pins } = explorer.sources;
  await memory.restore(reference.account);
  const above = parentOf(reference);
  // The only resource of its kind in a parent is called by its kind.
  const isNamed = findKind(reference.kind).variable === undefined;
  await Promise.all([
    above && explorer.knownWithParents(above),
    isNamed || findResource({ store, pins }, reference)
      ? undefined
      : documents.prepare(reference).catch(() => undefined),
  ]);
}
