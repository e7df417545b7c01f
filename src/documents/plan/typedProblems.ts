import { planSave } from './savePlan';
import { tryParseDocument } from '../documentText';
import { DocumentError, type DocumentProblem } from '../documentError';
import type { JsonObject } from '../../base/json';
import type { ResourceKind } from '../../resources/kinds/kinds';

/**
 * Everything that saving a text would reject, as far as that is known without a request. Empty
 * while the text isn't valid JSON, which the editor itself marks.
 */
export function findTypedProblems(
  kind: ResourceKind,
  base: JsonObject | undefined,
  text: string,
): readonly DocumentProblem[] {
  const mine = tryParseDocument(kind, text, base);
  if (!mine || !base || !kind.document?.editing) return [];
  try {
    planSave(kind, { base, mine, theirs: base });
    return [];
  } catch (error) {
    if (error instanceof DocumentError) return error.problems;
    throw error;
  }
}
