import type { DocumentProblem } from '../documentError';
import { type Change, memberAt } from '../../base/patch';
import { isObject, type JsonObject, type JsonValue } from '../../base/json';

/** Stands for bytes that were invalid in the encoding used to read them. */
const replacement = /\u{fffd}/gu;

/**
 * Reasons why a change wouldn't arrive as intended: an integer too large for every reader to keep
 * exactly, or a character lost in decoding. Neither counts if the earlier value already had it.
 */
export function findLosses({ path, before, after }: Change, theirs: JsonObject): DocumentProblem[] {
  if (after === undefined) return [];
  const earlier = [before, memberAt(theirs, path)].filter((value) => value !== undefined);
  const known = new Set(earlier.flatMap(unsafeNumbers));
  const isRounded = unsafeNumbers(after).some((number) => !known.has(number));
  // The name of an existing member comes from the service.
  const names = earlier.length === 0 ? path.join('') : '';
  const kept = Math.max(0, ...earlier.map((value) => countLost(value)));
  const isLost = countLost(after) + countLost(names) > kept;
  return [
    ...(isRounded ? [{ reason: 'number', path } as const] : []),
    ...(isLost ? [{ reason: 'replacement', path } as const] : []),
  ];
}

function unsafeNumbers(value: JsonValue): readonly number[] {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? [value] : [];
  }
  if (Array.isArray(value)) return value.flatMap(unsafeNumbers);
  return isObject(value) ? Object.values(value).flatMap(unsafeNumbers) : [];
}

function countLost(value: JsonValue): number {
  return JSON.stringify(value).match(replacement)?.length ?? 0;
}
