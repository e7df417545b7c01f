import { dayMs } from '../../base/moment';

/** The properties of a certificate that a filter can match. */
export interface ServerCertificate {
  /** In milliseconds since the epoch. */
  readonly end: number;
  /** Whether it should have been renewed, but wasn't. */
  readonly hasFailed: boolean;
}

/** The known certificates on a server. */
export interface ServerCertificates {
  readonly certificates: readonly ServerCertificate[];
  /** Whether every certificate on the server is known. */
  readonly isWhole: boolean;
}

/** A filter's condition on certificates; a number is the days within which they end. */
export type CertificateTerm = 'expired' | 'failed' | number;

/** Whether a server has such a certificate; `unknown` if one that wasn't read could match. */
export type CertificateVerdict = 'found' | 'none' | 'unknown';

/** Parses what follows `ssl:` in a filter; undefined if it isn't understood. */
export function parseCertificateTerm(text: string): CertificateTerm | undefined {
  if (text === 'expired' || text === 'failed') return text;
  return /^\d{1,4}d$/.test(text) ? Number(text.slice(0, -1)) : undefined;
}

/** Whether one of a server's certificates meets all conditions. */
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
