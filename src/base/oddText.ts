import { t } from './l10n';

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

/** A Cyrillic letter that looks like no Latin one. */
const ownLetter = /(?![асԁеһіјӏорԛѕԝхуАВСЕНІЈКМОРЅТХУ])\p{Script=Cyrillic}/u;

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

/** Marks runs of spaces, words in several alphabets, and Cyrillic ones if they all look Latin. */
export function markOddities(text: string): string {
  const isTwin = !ownLetter.test(text);
  const markWord = (word: string): string => {
    if (mixesAlphabets(word)) return t('(mixed alphabets) {0}', word);
    return isTwin && /\p{Script=Cyrillic}/u.test(word) ? t('(Cyrillic letters) {0}', word) : word;
  };
  return text
    .replaceAll(spaces, ({ length }) => t('({0} spaces)', length))
    .replaceAll(words, markWord);
}

function mixesAlphabets(word: string): boolean {
  return alphabets.filter((alphabet) => alphabet.test(word)).length > 1;
}
