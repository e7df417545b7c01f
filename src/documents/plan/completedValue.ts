import { getLocation } from 'jsonc-parser';

/** The value of a document at the position where a person is typing. */
interface CompletedValue {
  /** Its field: member names and array indexes. */
  readonly path: readonly string[];
  /** The range that a completion replaces: the whole existing value, including quotes. */
  readonly offset: number;
  readonly length: number;
}

/** Finds the value to complete at a position; undefined between values and in member names. */
export function findCompletedValue(text: string, at: number): CompletedValue | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, at);
  if (isAtPropertyKey) return undefined;
  const { offset, length } = previousNode ?? findWord(text, at);
  // After a value there is nothing to complete.
  if (offset + length < at) return undefined;
  return { path: path.map(String), offset, length };
}

/** The word around a position: not a value yet, but the beginning of one. */
function findWord(text: string, at: number): { readonly offset: number; readonly length: number } {
  const before = /\w*$/.exec(text.slice(0, at))?.[0].length ?? 0;
  const behind = /^\w*/.exec(text.slice(at))?.[0].length ?? 0;
  return { offset: at - before, length: before + behind };
}
