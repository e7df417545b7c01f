import type * as vscode from 'vscode';
import { findCompletedValue, liveValues } from '../../../documents/plan/liveValues';
import { parseDraftPath } from '../../../documents/drafts/draftPath';
import { toSignal } from '../../editor/cancellation';
import type { DocumentServices } from '../documentServices';
import { draftScheme } from '../../../documents/schemes';
import { parseUri } from '../../editor/uris';
import { rangeOf } from '../diagnostics';
import { createCompletion } from '../../editor/language';
import type { Target } from '../../../resources/reference';

export async function complete(
  services: DocumentServices,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.CompletionItem[]> {
  const { uri } = document;
  const place = uri.scheme === draftScheme ? parseDraftPath(uri.path) : parseUri(uri);
  const value = findCompletedValue(document.getText(), document.offsetAt(position));
  if (!place || !value) return [];
  const values = await readValue(services, place, value.path, toSignal(token));
  const range = rangeOf(document, value);
  return values.map(({ value: live, label }, index) => {
    const text = JSON.stringify(live);
    const item = createCompletion(label ?? text, label ? text : undefined);
    item.insertText = text;
    // The typed text is a JSON value, including quotes.
    item.filterText = label ? `${text} ${label}` : text;
    item.sortText = String(index).padStart(5, '0');
    item.range = range;
    return item;
  });
}

async function readValue(
  services: DocumentServices,
  place: Target,
  path: readonly string[],
  signal: AbortSignal,
): ReturnType<typeof liveValues> {
  try {
    return await liveValues(services, place, path, { signal, priority: 'background' });
  } catch (error) {
    services.log.debug(`completion: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
