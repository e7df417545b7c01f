import type { Creation } from '../creations/creation';
import { parseNewText, parseText, toText } from '../content';
import { apply, diff } from '../../base/patch';
import type { SentDraft } from './storedDraft';

/**
 * The document of a created resource, with the edits made to the draft since it was sent; undefined
 * if the draft isn't valid JSON yet. Without edits, this is the document itself.
 */
export function withTypedSince(
  { toRead = (body) => body }: Creation,
  sent: SentDraft,
  draftText: string,
  documentText: string,
): string | undefined {
  try {
    const changes = diff(toRead(sent.content), toRead(parseNewText(draftText)));
    if (changes.length === 0) return documentText;
    return toText(apply(parseText(documentText), changes));
  } catch {
    return undefined;
  }
}
