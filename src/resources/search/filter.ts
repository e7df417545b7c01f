import type { Facets } from './facets';

/** One word of a filter: to be found in one facet, or in any. */
interface Term {
  readonly facet: keyof Facets | undefined;
  readonly text: string;
}

const facetNames: readonly string[] = [
  'name',
  'address',
  'tag',
  'state',
  'provider',
  'country',
  'id',
];

/** What a person types to see fewer rows: words that all have to be found, `tag:web` in one facet only. */
export class Filter {
  readonly #terms: readonly Term[];

  constructor(text: string) {
    this.#terms = (text.toLowerCase().match(/[a-z]+:"[^"]*"|"[^"]*"|\S+/g) ?? []).map(toTerm);
  }

  /** Whether nothing is filtered out. */
  get isEmpty(): boolean {
    return this.#terms.length === 0;
  }

  /** What the service can search by itself: words that may stand in a name. */
  get words(): string {
    return this.#terms
      .filter(({ facet }) => facet === undefined || facet === 'name')
      .map(({ text }) => text)
      .join(' ');
  }

  /** Whether every word is found. */
  matches(facets: Facets): boolean {
    return this.#terms.every(({ facet, text }) =>
      facet === undefined
        ? Object.values(facets).some((value) => contains(value as Facets[keyof Facets], text))
        : contains(facets[facet], text),
    );
  }
}

function toTerm(word: string): Term {
  const [, name, rest] = /^([a-z]+):(.+)$/.exec(word) ?? [];
  const text = (rest ?? word).replaceAll('"', '');
  if (name === undefined || !facetNames.includes(name)) {
    return { facet: undefined, text: word.replaceAll('"', '') };
  }
  return { facet: name === 'tag' ? 'tags' : (name as keyof Facets), text };
}

function contains(value: string | readonly string[], text: string): boolean {
  return typeof value === 'string'
    ? value.toLowerCase().includes(text)
    : value.some((each) => each.toLowerCase().includes(text));
}
