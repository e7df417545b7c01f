import { planSave } from './savePlan';
import { tryParseDocument } from '../content';
import { DocumentError, type DocumentProblem } from '../writing/outcome';
import { isObject, type JsonObject } from '../../base/json';
import type { ResourceKind } from '../../resources/kinds/kinds';
import { parse } from 'jsonc-parser';
import { type Change, diff, isEqual, memberAt, type Path } from '../../base/patch';

/** Sends no request. Empty while the text isn't valid JSON, which the editor marks itself. */
export function findTypedProblems(
  kind: ResourceKind,
  base: JsonObject | undefined,
  text: string,
): readonly DocumentProblem[] {
  const mine = tryParseDocument(kind, text, base);
  if (!mine || !base || !kind.document?.editing) return [];
  return findSaveProblems(kind, { base, mine, theirs: base });
}

/** Empty if the changes can be saved as they are. */
export function findSaveProblems(
  ...planned: Parameters<typeof planSave>
): readonly DocumentProblem[] {
  try {
    planSave(...planned);
    return [];
  } catch (error) {
    if (error instanceof DocumentError) return error.problems;
    throw error;
  }
}

/** Problems of fields not edited since, at their current place; those of the whole text until any edit. */
export function findStanding<Problem extends { readonly path: Path; readonly offset?: number }>(
  problems: readonly Problem[],
  saved: string,
  text: string,
): readonly Problem[] {
  if (saved === text) return problems;
  const [before, now] = [parseLeniently(saved), parseLeniently(text)];
  return problems.filter(
    ({ path, offset }) =>
      offset === undefined &&
      path.length > 0 &&
      isEqual(memberAt(before, path), memberAt(now, path)),
  );
}

function parseLeniently(text: string): Record<string, never> {
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  return isObject(value) ? (value as Record<string, never>) : {};
}

/** Undefined if the text isn't valid, such as half-typed JSON. */
export function typedChanges(
  kind: ResourceKind,
  base: JsonObject,
  text: string,
): readonly Change[] | undefined {
  const typed = tryParseDocument(kind, text, base);
  return typed && diff(base, typed);
}

/** Dotted names of the fields in which a text differs from its base; undefined if it isn't valid. */
export function changedFields(
  kind: ResourceKind,
  base: JsonObject | undefined,
  text: string,
): string[] | undefined {
  return base && typedChanges(kind, base, text)?.map(({ path }) => path.join('.'));
}

/** True if a service returns none of the values that a document can change. */
export function isUnknown({ document }: ResourceKind, content: JsonObject | undefined): boolean {
  const { writable = [] } = document?.editing ?? {};
  return (
    content !== undefined &&
    writable.length > 0 &&
    writable.every((name) => (memberAt(content, name.split('.')) ?? null) === null)
  );
}

/** The parts of a document that the service doesn't offer for its resource, or refuses. */
export function missingParts(
  { operations }: ResourceKind,
  content: JsonObject | undefined,
): readonly string[] {
  if (!content) return [];
  const { parts = [] } = operations;
  return parts.flatMap(({ member, isIn }) =>
    content[member] === undefined && isIn?.(content) !== false ? [member] : [],
  );
}
