import { parseText, toText } from './content';
import type { JsonObject } from '../base/json';
import type { ResourceKind } from '../resources/kinds/kinds';

export function toDocumentText({ document }: ResourceKind, content: JsonObject): string {
  if (!document?.text) return toText(content);
  const value = content[document.text.member];
  return typeof value === 'string' ? value : '';
}

/** `base` has members that the text doesn't show. @throws DocumentError if it isn't exact JSON. */
export function parseDocument(
  { document }: ResourceKind,
  text: string,
  base?: JsonObject,
): JsonObject {
  if (!document?.text) return parseText(text);
  // The editor may use the line breaks of the person's system.
  return { ...base, [document.text.member]: text.replaceAll('\r\n', '\n') };
}

/** The content of a document's text; undefined if there is none or it isn't valid. */
export function tryParseDocument(
  kind: ResourceKind,
  text: string | undefined,
  base?: JsonObject,
): JsonObject | undefined {
  try {
    return text === undefined ? undefined : parseDocument(kind, text, base);
  } catch {
    return undefined;
  }
}
