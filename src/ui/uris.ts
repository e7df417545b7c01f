import * as vscode from 'vscode';
import { scheme } from './scheme';
import { parseDocumentPath, type ResourceReference, toDocumentPath } from '../resources/reference';

/** Whom links to resources are for: this extension. */
export const extensionAuthority = 'server-management.server-management-explorer';

/** The URI of a resource's document. */
export function toUri(reference: ResourceReference): vscode.Uri {
  return vscode.Uri.from({ scheme, path: toDocumentPath(reference) });
}

/** The resource that a URI names, if it is one of ours. */
export function parseUri(uri: vscode.Uri): ResourceReference | undefined {
  return uri.scheme === scheme ? parseDocumentPath(uri.path) : undefined;
}
