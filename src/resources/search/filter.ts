import type { CertificateVerdict, ServerCertificate, ServerCertificates } from './certificateTerms';
import { dayMs } from '../../base/moment';
import type { Facets } from './arrange';

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

/** All words must match: `tag:web` in one facet, `ssl:expired` or `ssl:14d` certificates. */
export class Filter {
  readonly #terms: readonly Term[];
  readonly #certificateTerms: readonly CertificateTerm[];
  /** Words that begin with `ssl:` and aren't understood. */
  readonly misunderstood: readonly string[];

  constructor(text: string) {
    const words = text.toLowerCase().match(/[a-z]+:"[^"]*"|"[^"]*"|\S+/g) ?? [];
    const others = words.filter((word) => toCertificateTerm(word) === undefined);
    this.#certificateTerms = words.flatMap((word) => toCertificateTerm(word) ?? []);
    this.#terms = others.map(toTerm);
    this.misunderstood = others.filter((word) => word.startsWith(certificatePrefix));
  }

  get isEmpty(): boolean {
    return this.#terms.length === 0 && !this.asksForCertificates;
  }

  /** The words that the service can search for, because they may be part of a name. */
  get words(): string {
    return this.#terms
      .filter(({ facet }) => facet === undefined || facet === 'name')
      .map(({ text }) => text)
      .join(' ');
  }

  /** True if it matches more than names, and so more than the service searches. */
  get needsAll(): boolean {
    return this.asksForCertificates || this.#terms.some(({ facet }) => facet !== 'name');
  }

  /** True if it has nothing but words that may be part of a name, which the service searches. */
  get isOfNames(): boolean {
    return (
      !this.asksForCertificates &&
      this.#terms.every(({ facet }) => facet === undefined || facet === 'name')
    );
  }

  /** Conditions about certificates, which aren't part of what the filter is applied to. */
  get asksForCertificates(): boolean {
    return this.#certificateTerms.length > 0;
  }

  /** Ignores words about certificates. */
  matches(facets: Facets): boolean {
    return this.#terms.every(({ facet, text }) =>
      facet === undefined
        ? Object.values(facets).some((value) => contains(value as Facets[keyof Facets], text))
        : contains(facets[facet], text),
    );
  }

  /** The certificates that meet all conditions, soonest end first. */
  findCertificates(
    known: ServerCertificates | undefined,
    now: number,
  ): readonly ServerCertificate[] {
    if (!this.asksForCertificates) return [];
    return (known?.certificates ?? [])
      .filter((each) => this.#certificateTerms.every((term) => meets(term, each, now)))
      .toSorted((a, b) => a.end - b.end);
  }

  judgeCertificates(known: ServerCertificates | undefined, now: number): CertificateVerdict {
    if (!this.asksForCertificates || this.findCertificates(known, now).length > 0) return 'found';
    return known?.isWhole ? 'none' : 'unknown';
  }
}

/** A condition on certificates; a number is the days within which they end. */
type CertificateTerm = 'expired' | 'failed' | number;

const certificatePrefix = 'ssl:';

function toCertificateTerm(word: string): CertificateTerm | undefined {
  if (!word.startsWith(certificatePrefix)) return undefined;
  const text = word.slice(certificatePrefix.length).replaceAll('"', '');
  if (text === 'expired' || text === 'failed') return text;
  return /^\d{1,4}d$/.test(text) ? Number(text.slice(0, -1)) : undefined;
}

/** An expired certificate is among those that end soon: it's even more urgent to renew. */
function meets(term: CertificateTerm, { end, hasFailed }: ServerCertificate, now: number) {
  if (term === 'failed') return hasFailed && end >= now;
  return end < now + (term === 'expired' ? 0 : term * dayMs);
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
