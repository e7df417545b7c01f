import { dayMs } from '../../base/moment';
import { type ResourceReference, toKey } from '../reference';
import { type Disposable, Emitter, type Event } from '../../base/emitter';

/** The properties of a certificate that a filter can match. */
export interface ServerCertificate {
  /** In milliseconds since the epoch. */
  readonly end: number;
  readonly hasFailed: boolean;
}

export interface ServerCertificates {
  readonly certificates: readonly ServerCertificate[];
  readonly isWhole: boolean;
}

/** A filter's condition on certificates; a number is the days within which they end. */
export type CertificateTerm = 'expired' | 'failed' | number;

/** `unknown` if a certificate that wasn't read could match. */
export type CertificateVerdict = 'found' | 'none' | 'unknown';

/** Parses what follows `ssl:` in a filter; undefined if it isn't understood. */
export function parseCertificateTerm(text: string): CertificateTerm | undefined {
  if (text === 'expired' || text === 'failed') return text;
  return /^\d{1,4}d$/.test(text) ? Number(text.slice(0, -1)) : undefined;
}

/** A certificate has to meet all conditions. */
export function judgeCertificates(
  terms: readonly CertificateTerm[],
  known: ServerCertificates | undefined,
  now: number,
): CertificateVerdict {
  const isFound = known?.certificates.some((each) =>
    terms.every((term) => matches(term, each, now)),
  );
  if (isFound) return 'found';
  return known?.isWhole ? 'none' : 'unknown';
}

/** An expired certificate is among those that end soon: it's even more urgent to renew. */
function matches(term: CertificateTerm, { end, hasFailed }: ServerCertificate, now: number) {
  if (term === 'failed') return hasFailed && end >= now;
  return end < now + (term === 'expired' ? 0 : term * dayMs);
}

/** Kept as long as a filter needs it. */
export class KnownCertificates implements Disposable {
  #known: ReadonlyMap<string, ServerCertificates> = new Map();
  #verdicts = '';
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  of(server: ResourceReference): ServerCertificates | undefined {
    return this.#known.get(toKey(server));
  }

  /** Replaces what is known, by keys of servers; most reads don't change any row. */
  take(
    known: ReadonlyMap<string, ServerCertificates>,
    judge: (certificates: ServerCertificates) => CertificateVerdict,
  ): void {
    this.#known = known;
    const verdicts = [...known].map(([key, each]) => `${key} ${judge(each)}`).join('\n');
    if (verdicts === this.#verdicts) return;
    this.#verdicts = verdicts;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
