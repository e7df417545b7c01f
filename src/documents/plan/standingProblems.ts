import { parse } from 'jsonc-parser';
import { isEqual, memberAt, type Path } from '../../base/patch';
import { isObject } from '../../base/json';

/** What was wrong with a text, and where. */
interface PlacedProblem {
  readonly path: Path;
  readonly offset?: number;
}

/**
 * The problems of a save that its text still has: those of fields that weren't edited since, wherever
 * they are now. Problems of the text as a whole disappear with the first edit.
 */
export function findStanding<Problem extends PlacedProblem>(
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

/** As much of a text as can be parsed while it is being typed. */
function parseLeniently(text: string): Record<string, never> {
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  return isObject(value) ? (value as Record<string, never>) : {};
}
