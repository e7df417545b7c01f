import * as vscode from 'vscode';
import { isObject } from '../../shared/json';

/** Whether an extension was published with an address for issues: the editor's own form needs one. */
export function hasIssueAddress(manifest: unknown): boolean {
  if (!isObject(manifest)) return false;
  const { bugs, repository } = manifest;
  return [bugs, repository].some((place) =>
    typeof place === 'string' ? place !== '' : isObject(place) && typeof place['url'] === 'string',
  );
}

/** Opens a report as a document: to be read, added to, and handed to whom the extension comes from. */
export async function showReport(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: false });
}
