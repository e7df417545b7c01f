import type { Facets } from './facets';

/** One word of a filter, matched in one facet or in any. */
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

/** A filter for rows: all words must match, and `tag:web` matches in one facet only. */
export class Filter {
  readonly #terms: readonly Term[];

  constructor(text: string) {
    this.#terms = (text.toLowerCase().match(/[a-z]+:"[^"]*"|"[^"]*"|\S+/g) ?? []).map(toTerm);
  }

  /** Whether the filter lets everything through. */
  get isEmpty(): boolean {
    return this.#terms.length === 0;
  }

  /** The words that the service can search for, because they may be part of a name. */
  get words(): string {
    return this.#terms
      .filter(({ facet }) => facet === undefined || facet === 'name')
      .map(({ text }) => text)
      .join(' ');
  }

  /**
   * Whether it can match resources by something that the service doesn't search for: by anything
   * but the name.
   */
  get needsAll(): boolean {
    return this.#terms.some(({ facet }) => facet !== 'name');
  }

  /** Whether all words match. */
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
