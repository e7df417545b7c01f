import { toTime } from '../base/moment';
import type { Resource } from './kinds/kind';

/** Labels of a public host name in ASCII; at least two, and the last one isn't a number. */
const hostName = /^(?=.{4,253}$)([a-z\d_]([a-z\d_-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d-]{2,63}$/;

/** Undefined unless a plain host name: nothing in one may become a path, port or credential. */
export function toWebsite(
  domain: Resource,
  certificate: Resource | undefined,
  now: number,
): string | undefined {
  const { name } = domain;
  if (typeof name !== 'string' || /[\s/\\:@?#%[\]]/.test(name)) return undefined;
  const scheme = isValid(certificate, now) ? 'https' : 'http';
  const url = `${scheme}://${name}/`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, href } = new URL(url);
  return hostName.test(hostname) && href === `${scheme}://${hostname}/` ? href : undefined;
}

/** Names that are only used inside a network, by RFC 6762, 8375, 9476 and habit. */
const privateName =
  /\.(local|localhost|localdomain|internal|lan|home|home\.arpa|corp|intranet|private|test)$/;

/** True on this machine or in a private network, as far as the name shows. */
export function isPrivate(address: string): boolean {
  return privateName.test(new URL(address).hostname);
}

/** The domain that visitors use: the primary one, or else the first that has a website. */
export function mainDomain(domains: readonly Resource[]): Resource | undefined {
  const reachable = domains.filter((each) => toWebsite(each, undefined, 0) !== undefined);
  return reachable.find(({ type }) => type === 'primary') ?? reachable[0];
}

/** False for certificates of a staging environment, which browsers don't accept. */
function isValid(certificate: Resource | undefined, now: number): boolean {
  return certificate?.['staging'] !== true && (toTime(certificate?.['validUntil']) ?? now) > now;
}
