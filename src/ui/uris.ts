import type * as vscode from 'vscode';
import { scheme } from '../documents/schemes';
import { parseDocumentPath, type ResourceReference } from '../resources/reference';

/** The authority of links to resources: this extension's id. */
export const extensionAuthority = 'server-management.server-management-explorer';

/** The resource that a URI identifies, if it's one of ours. */
export function parseUri(uri: vscode.Uri): ResourceReference | undefined {
  return uri.scheme === scheme ? parseDocumentPath(uri.path) : undefined;
}
