import { getLocation } from 'jsonc-parser';
import * as vscode from 'vscode';
import { liveValues, type Place } from '../../../resources/documents/liveValues';
import { parseDraftPath } from '../../../resources/drafts/draftPath';
import { toSignal } from '../../cancellation';
import type { Core } from '../../core';
import { draftScheme } from '../../scheme';
import { parseUri } from '../../uris';

/** Offers what there is, where a field names another resource. */
export async function complete(
  core: Core,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.CompletionItem[]> {
  const place = placeOf(document.uri);
  const { path, isAtPropertyKey, previousNode } = getLocation(
    document.getText(),
    document.offsetAt(position),
  );
  if (!place || isAtPropertyKey) return [];
  const values = await read(core, place, path.map(String), toSignal(token));
  const range = previousNode
    ? new vscode.Range(
        document.positionAt(previousNode.offset),
        document.positionAt(previousNode.offset + previousNode.length),
      )
    : undefined;
  return values.map(({ value, label }, index) => {
    const text = JSON.stringify(value);
    const item = new vscode.CompletionItem(
      { label: label ?? text, ...(label ? { description: text } : {}) },
      vscode.CompletionItemKind.Reference,
    );
    item.insertText = text;
    // What is typed so far is a JSON value, quotes and all.
    item.filterText = label ? `${text} ${label}` : text;
    item.sortText = String(index).padStart(5, '0');
    if (range) item.range = range;
    return item;
  });
}

async function read(
  core: Core,
  place: Place,
  path: readonly string[],
  signal: AbortSignal,
): ReturnType<typeof liveValues> {
  try {
    return await liveValues(core, place, path, { signal, priority: 'background' });
  } catch (error) {
    core.log.debug(`completion: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

function placeOf(uri: vscode.Uri): Place | undefined {
  return uri.scheme === draftScheme ? parseDraftPath(uri.path) : parseUri(uri);
}
