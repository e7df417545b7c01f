import { readFileSync } from 'node:fs';

/** The text of docs/api.md. */
export const apiPage = readFileSync('docs/api.md', 'utf8');

/** The page's sections by number, such as `4` and `2.13`. Each ends at the next heading. */
export const apiSections: ReadonlyMap<string, string> = new Map(
  apiPage.split(/^(?=##+ )/m).flatMap((text) => {
    const number = /^##+ (\d+(?:\.\d+)?)\.? /.exec(text)?.[1];
    return number === undefined ? [] : [[number, text] as const];
  }),
);

/** Everything that can be cited: `§2.3`, `§4 endpoint 7`, `§8 rule 1`. */
export const citable: ReadonlySet<string> = new Set(
  [...apiSections].flatMap(([number, text]) => [
    `§${number}`,
    ...numbersIn(text, /^\| (\d+) +\|/gm).map((item) => `§${number} endpoint ${item}`),
    ...numbersIn(text, /^(\d+)\. /gm).map((item) => `§${number} rule ${item}`),
  ]),
);

const one = String.raw`\d+(?: \(v\d\))?`;
const list = String.raw`${one}(?:(?:, | and )${one})*`;
const citation = new RegExp(
  String.raw`§(?<section>\d+(?:\.\d+)?)(?<items>(?:[:,]? (?:endpoint|rule)s? ${list})*)`,
  'g',
);
const kindOfItem = new RegExp(`(endpoint|rule)s? (${list})`, 'g');

/** Every citation in a text, one by one: `§4 endpoints 2 and 3, rule 1` contains four. */
export function citationsIn(text: string): string[] {
  const unwrapped = text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
  return [...unwrapped.matchAll(citation)].flatMap(({ groups = {} }) => {
    const { section = '', items = '' } = groups;
    const cited = [...items.matchAll(kindOfItem)].flatMap(([, what = '', numbers = '']) =>
      numbersIn(numbers, /(?<!v)(\d+)/g).map((number) => `§${section} ${what} ${number}`),
    );
    return [`§${section}`, ...cited];
  });
}

function numbersIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, number = '']) => number);
}
