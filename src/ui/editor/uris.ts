import * as vscode from 'vscode';
import { draftScheme, rowScheme, scheme } from '../../documents/schemes';
import { toNamedPath, type ResourceNames } from '../../resources/names/resourceNames';
import { parseDocumentPath, type ResourceReference, type Target } from '../../resources/reference';
import { parseDraftPath } from '../../documents/drafts/draftPath';

export const extensionAuthority = 'server-management.server-management-explorer';

export function parseUri(uri: vscode.Uri): ResourceReference | undefined {
  return uri.scheme === scheme ? parseDocumentPath(uri.path) : undefined;
}

/** What a document or a draft is about. */
export function placeOf(uri: vscode.Uri): Target | undefined {
  return uri.scheme === draftScheme ? parseDraftPath(uri.path) : parseUri(uri);
}

export function toDocumentUri(reference: ResourceReference, names: ResourceNames): vscode.Uri {
  return vscode.Uri.from({ scheme, path: toNamedPath(reference, names.inPaths) });
}

/** The URI of the rows that stand for an account's environment: the same for all of them. */
export function toRowUri(account: string): vscode.Uri {
  return vscode.Uri.from({ scheme: rowScheme, path: `/${account}` });
}

export function parseRowUri({ scheme: given, path }: vscode.Uri): string | undefined {
  return given === rowScheme ? path.slice(1) : undefined;
}
