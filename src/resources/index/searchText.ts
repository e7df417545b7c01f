import type { ResourceId } from '../kinds/kind';

/**
 * The searchable parts of a collection as long texts: searching one long text is many times faster
 * than searching many short ones.
 */
export interface SearchText {
  /** Names, details and ids of all entries. */
  readonly all: string;
  readonly names: string;
}

/** The texts that an entry is found by. */
interface Searchable {
  readonly id: ResourceId;
  readonly label: string;
  readonly detail: string;
}

/** Before, between and after entries. No name contains it. */
const separator = '\u0000';

/** The searchable texts of these entries. */
export function toSearchText(entries: readonly Searchable[]): SearchText {
  return {
    all: join(entries.map(({ id, label, detail }) => `${label}\n${detail}\n${id}`)),
    names: join(entries.map(({ label }) => label)),
  };
}

/** The text of each entry. */
export function entryTexts({ all }: SearchText): readonly string[] {
  return all.split(separator).slice(1, -1);
}

/** How well an entry can match at best; undefined if none matches. See `rankOf`. */
export function bestRankIn(
  { all, names }: SearchText,
  words: readonly string[],
): 0 | 1 | 2 | undefined {
  if (!words.every((word) => all.includes(word))) return undefined;
  const [first = ''] = words;
  if (all.includes(`${separator}${first}`) || all.includes(`\n${first}${separator}`)) return 0;
  return words.some((word) => names.includes(word)) ? 1 : 2;
}

/**
 * 0 if the first word is the id or the name starts with it, 1 if the name contains any of the words,
 * 2 for other matches; undefined if not all words are found.
 */
export function rankOf(text: string, words: readonly string[]): 0 | 1 | 2 | undefined {
  if (!words.every((word) => text.includes(word))) return undefined;
  const [first = ''] = words;
  if (text.startsWith(first) || text.endsWith(`\n${first}`)) return 0;
  const name = text.slice(0, text.indexOf('\n'));
  return words.some((word) => name.includes(word)) ? 1 : 2;
}

function join(texts: readonly string[]): string {
  const safe = texts.map((text) => text.replaceAll(separator, ' '));
  return ['', ...safe, ''].join(separator).toLowerCase();
}
