import * as vscode from 'vscode';
import { isObject } from '../../base/json';

/**
 * Whether the extension was published with an address for issues, which the editor's form needs.
 */
export function hasIssueAddress(manifest: unknown): boolean {
  if (!isObject(manifest)) return false;
  const { bugs, repository } = manifest;
  return [bugs, repository].some((place) => isPublic(isObject(place) ? place['url'] : place));
}

/** A package built from source has a placeholder, which leads nowhere. */
function isPublic(address: unknown): boolean {
  return (
    typeof address === 'string' &&
    URL.canParse(address) &&
    !new URL(address).hostname.endsWith('.invalid')
  );
}

/** Opens a report as a document, to be read, completed, and sent to the extension's publisher. */
export async function showReport(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: false });
}
