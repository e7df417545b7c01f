/** What in a text may deceive the person who reads it. */
export interface OddPart {
  readonly type: 'spaces' | 'invisible' | 'mixed';
  readonly offset: number;
  readonly text: string;
}

/** Enough spaces to push what follows out of sight; those at the start of a line indent it. */
const spaces = /(?<=\S)[^\S\n]{9,}|\n{9,}/gu;

/** Characters that take no place or look like a blank, unless they shape an emoji. */
const invisible =
  /(?<!\p{Extended_Pictographic}|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

const words = /[\p{L}\p{M}]+/gu;

/** Alphabets with letters that look like each other's. */
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** Finds runs of spaces that hide what follows, invisible characters and words in several alphabets. */
export function findOddParts(text: string): readonly OddPart[] {
  const toParts = (type: OddPart['type'], found: RegExp): OddPart[] =>
    [...text.matchAll(found)].map((match) => ({ type, offset: match.index, text: match[0] }));
  return [
    ...toParts('spaces', spaces),
    ...toParts('invisible', invisible),
    ...toParts('mixed', words).filter((part) => mixesAlphabets(part.text)),
  ];
}

/** Cyrillic letters, and the Latin ones that look like them. */
const cyrillic = 'асԁеһіјӏорԛѕԝхуАВСЕНІЈКМОРЅТХУ';
const latin = 'acdehijlopqswxyABCEHIJKMOPSTXY';

/** The name in Latin letters that one in Cyrillic letters looks like; undefined if there is none. */
export function latinTwin(name: string): string | undefined {
  const letters = /\p{Script=Cyrillic}/gu;
  const twin = name.replaceAll(letters, (letter) => latin[cyrillic.indexOf(letter)] ?? letter);
  return twin === name || letters.test(twin) ? undefined : twin;
}

/** Whether a word of a text has letters of several alphabets, so that it may look like another. */
export function mixesAlphabets(text: string): boolean {
  return [...text.matchAll(words)].some(
    ([word]) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1,
  );
}
