import { partIds, type PartId, type PartItem, type ServerParts, type Verdict } from './serverParts';
import { dayMs } from '../../base/moment';
import type { Facets } from './arrange';

/** Undefined if that isn't known. */
type Answer = boolean | undefined;
type FacetTest = (facets: Facets) => Answer;
type ItemTest = (item: PartItem, now: number) => Answer;

interface Term {
  readonly word: string;
  readonly isNegated: boolean;
  /** A text that may be part of the name, which the service searches. */
  readonly name?: string;
  /** True if it's searched in nothing but the name. */
  readonly isOfName?: boolean;
  readonly facet?: FacetTest;
  readonly part?: PartId;
  readonly item?: ItemTest;
}

/**
 * All words must match: `tag:web` one facet, `ssl:14d` or `php:8.1` something on the server. Words about
 * the same part must match in one item. `-` before a word excludes the servers that match it.
 */
export class Filter {
  readonly #terms: readonly Term[];
  /** The parts of servers that words are about, the cheapest to read first. */
  readonly parts: readonly PartId[];
  /** Words that begin with the name of a part and aren't understood. */
  readonly misunderstood: readonly string[];

  constructor(text: string) {
    const words = text.toLowerCase().match(/-?(?:[a-z]+:)?"(?:[^"]|"")*"|\S+/g) ?? [];
    const terms = words.map(toTerm);
    this.#terms = terms.filter((term) => typeof term !== 'string');
    this.misunderstood = terms.filter((term) => typeof term === 'string');
    this.parts = partIds.filter((part) => this.#terms.some((term) => term.part === part));
  }

  get isEmpty(): boolean {
    return this.#terms.length === 0;
  }

  /** The words that the service can search for, because they may be part of a name. */
  get words(): string {
    return this.#terms.flatMap(({ name }) => name ?? []).join(' ');
  }

  /** Words about more than the servers' rows. */
  get partWords(): readonly string[] {
    return this.#terms.filter(({ part }) => part !== undefined).map(({ word }) => word);
  }

  /** What isn't loaded that has to be found: `names`, if the service can search for all words. */
  get need(): 'all' | 'names' | undefined {
    if (this.#terms.every(({ isOfName }) => isOfName)) return undefined;
    return this.#terms.every(({ name }) => name !== undefined) ? 'names' : 'all';
  }

  /** Ignores words about parts that aren't in the servers' rows. */
  matches(facets: Facets): boolean {
    return this.#ofFacets(facets) === true;
  }

  /** What matches on a server: certificates by their end, everything else in its order. */
  findItems(known: ServerParts | undefined, now: number): readonly PartItem[] {
    return this.parts.flatMap((part) => {
      const terms = this.#termsOf(part).filter(({ isNegated }) => !isNegated);
      if (terms.length === 0) return [];
      return (known?.[part]?.items ?? [])
        .filter((item) => all(terms.map((term) => term.item?.(item, now))) === true)
        .toSorted((a, b) => (a.end ?? 0) - (b.end ?? 0));
    });
  }

  /** Everything that rows show of a server's parts. */
  describe(known: ServerParts, now: number): string {
    const answers = this.parts.map((part) => this.#ofPart(part, known, now));
    return JSON.stringify([answers, this.findItems(known, now)], (_, value: unknown) =>
      value === undefined ? 'unknown' : value,
    );
  }

  /** True if a server's row shows that it doesn't match. */
  isExcluded(facets: Facets): boolean {
    return this.#ofFacets(facets) === false;
  }

  judge(facets: Facets, known: ServerParts | undefined, now: number): Verdict {
    const ofParts = this.parts.map((part) => this.#ofPart(part, known, now));
    const answer = all([this.#ofFacets(facets), ...ofParts]);
    return answer === undefined ? 'unknown' : answer ? 'found' : 'none';
  }

  /** The parts to read before it's known whether a server matches, the cheapest first. */
  unknownParts(facets: Facets, known: ServerParts | undefined, now: number): readonly PartId[] {
    if (this.judge(facets, known, now) !== 'unknown') return [];
    const isUnknown = (part: PartId): boolean =>
      (part === 'server' ? this.#ofFacets(facets) : this.#ofPart(part, known, now)) === undefined;
    return this.parts.filter(isUnknown);
  }

  #termsOf(part: PartId): readonly Term[] {
    return this.#terms.filter((term) => term.part === part);
  }

  #ofFacets(facets: Facets): Answer {
    return all(
      this.#terms.flatMap(({ facet, isNegated }) =>
        facet ? [isNegated ? not(facet(facets)) : facet(facets)] : [],
      ),
    );
  }

  #ofPart(part: PartId, known: ServerParts | undefined, now: number): Answer {
    const { items = [], isWhole = part === 'server' } = known?.[part] ?? {};
    const hasOne = (terms: readonly Term[]): Answer => {
      if (terms.length === 0) return true;
      const answers = items.map((item) => all(terms.map((term) => term.item?.(item, now))));
      if (answers.includes(true)) return true;
      return isWhole && !answers.includes(undefined) ? false : undefined;
    };
    const terms = this.#termsOf(part).filter(({ item }) => item !== undefined);
    const excluded = terms.filter(({ isNegated }) => isNegated);
    return all([
      hasOne(terms.filter(({ isNegated }) => !isNegated)),
      ...excluded.map((term) => not(hasOne([term]))),
    ]);
  }
}

function all(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function not(answer: Answer): Answer {
  return answer === undefined ? undefined : !answer;
}

/** A value without the quotation marks around it; one inside is doubled. */
export function unquote(text: string): string {
  return text.replaceAll(/^"|""|"$/g, (found) => found.slice(1));
}

/** A term, or the word itself if it isn't understood. */
function toTerm(word: string): Term | string {
  const [, minus = '', name = '', value = ''] = /^(-?)(?:([a-z]+):)?(.*)$/s.exec(word) ?? [];
  const isNegated = minus !== '' && word !== minus;
  const text = unquote(value);
  const [part, toTest] = partTerms.get(name) ?? [];
  if (part && toTest) {
    const item = toTest(text);
    return item ? { word, isNegated, part, item } : word;
  }
  if (name === 'update') {
    const facet = toUpdateTest(text);
    return facet ? { word, isNegated, part: 'server', facet } : word;
  }
  const key = name === 'tag' ? 'tags' : facetNames.find((each) => each === name);
  if (key && text !== '') {
    const isOfName = key === 'name' && !isNegated;
    const facet: FacetTest = (facets) => contains(facets[key], text);
    return { word, isNegated, facet, isOfName, ...(isOfName ? { name: text } : {}) };
  }
  const whole = unquote(word.slice(isNegated ? 1 : 0));
  const facet: FacetTest = (facets) => searched.some((each) => contains(facets[each], whole));
  return { word, isNegated, facet, ...(isNegated ? {} : { name: whole }) };
}

export type FacetName = (typeof facetNames)[number] | 'tags';

const facetNames = ['name', 'address', 'state', 'provider', 'country', 'id'] as const;

/** Where words without a colon are searched. */
const searched = [...facetNames, 'tags', 'created'] as const;

/** Words about more than the servers' rows. */
const partTerms = new Map<string, readonly [PartId, (text: string) => ItemTest | undefined]>([
  ['ssl', ['certificate', toCertificateTest]],
  ['disk', ['health', (text) => toShareTest('disk', text)]],
  ['memory', ['health', (text) => toShareTest('memory', text)]],
  ['php', ['webApplication', toPhpTest]],
  ['app', ['webApplication', toNameTest]],
  ['domain', ['domain', toNameTest]],
  ['key', ['sshKey', toKeyTest]],
  ['user', ['systemUser', toNameTest]],
  ['job', ['job', toNameTest]],
]);

/** The part that a word with this name before its colon is about; undefined for a facet. */
export function partOfWord(name: string): PartId | undefined {
  return partTerms.get(name)?.[0];
}

/** An expired certificate is among those that end soon: it's even more urgent to renew. */
function toCertificateTest(text: string): ItemTest | undefined {
  if (text === 'failed') return ({ end = 0, hasFailed }, now) => hasFailed === true && end >= now;
  const days = text === 'expired' ? 0 : /^\d{1,4}d$/.test(text) ? Number(text.slice(0, -1)) : NaN;
  return Number.isNaN(days) ? undefined : ({ end = 0 }, now) => end < now + days * dayMs;
}

function toShareTest(name: 'disk' | 'memory', text: string): ItemTest | undefined {
  const [, sign, number] = /^([<>])(\d{1,3})%?$/.exec(text) ?? [];
  const share = Number(number) / 100;
  if (sign === undefined) return undefined;
  return ({ [name]: used }) =>
    used === undefined ? undefined : sign === '>' ? used > share : used < share;
}

/** `8` stands for all versions 8.x. */
function toPhpTest(text: string): ItemTest | undefined {
  if (!/^\d(\.\d{1,2})?$/.test(text)) return undefined;
  return ({ php }) => (php === undefined ? undefined : `${php}.`.startsWith(`${text}.`));
}

function toNameTest(text: string): ItemTest | undefined {
  return text === '' ? undefined : ({ name }) => contains(name, text);
}

function toKeyTest(text: string): ItemTest | undefined {
  if (text === '') return undefined;
  return ({ name, fingerprint }) =>
    contains(name, text) || (fingerprint === undefined ? undefined : contains(fingerprint, text));
}

/** Automatic updates, as a server's row has them. */
function toUpdateTest(text: string): FacetTest | undefined {
  if (text !== 'off' && text !== 'security' && text !== 'software') return undefined;
  return ({ updates }) =>
    text === 'off' ? updates && updates.length === 0 : updates?.includes(text);
}

function contains(value: string | readonly string[], text: string): boolean {
  return typeof value === 'string'
    ? value.toLowerCase().includes(text)
    : value.some((each) => each.toLowerCase().includes(text));
}
