import { isRead, knownCertificates } from './areas';
import { type Knowledge, type KnownList, toReference } from './knowledge';
import { isCertificate } from '../resources/kinds/ssl';
import { hasRenewalFailed } from '../resources/expiry';
import { toTime } from '../base/moment';
import type { ServerCertificate, ServerCertificates } from '../resources/search/certificateTerms';
import {
  collectionOf,
  parentOf,
  type ResourceReference,
  serverOf,
  toKey,
} from '../resources/reference';

export function certificatesOfServers(
  knowledge: Knowledge,
  now: number,
): ReadonlyMap<string, ServerCertificates> {
  const known = new Map<string, { certificates: ServerCertificate[]; isWhole: boolean }>();
  for (const { reference } of knowledge.of('server')) {
    known.set(toKey(reference), { certificates: [], isWhole: isServerRead(knowledge, reference) });
  }
  for (const { reference, resource } of knownCertificates(knowledge)) {
    const server = serverOf(reference);
    const ofServer = server && known.get(toKey(server));
    const end = toTime(resource['validUntil']);
    if (!ofServer || end === undefined) continue;
    const hasFailed = hasRenewalFailed(resource, now) === true;
    ofServer.certificates.push({ name: nameOf(knowledge, reference), end, hasFailed });
  }
  return known;
}

/** The domain's, or the web application's whose domains share the certificate. */
function nameOf(knowledge: Knowledge, certificate: ResourceReference): string {
  const above = parentOf(certificate);
  const list = above && knowledge.list(collectionOf(above));
  const name = list?.items.find(({ id }) => id === above?.ids.at(-1))?.['name'];
  return typeof name === 'string' ? name : '';
}

function isServerRead(knowledge: Knowledge, { account, ids }: ResourceReference): boolean {
  const applications = knowledge.list({ account, kind: 'webApplication', parents: ids });
  return isEvery(applications, (application) => {
    const shared = { ...application, kind: 'sharedSsl' } as const;
    if (!isRead(knowledge, shared)) return false;
    // Domains that share a certificate need none of their own.
    if (isCertificate(knowledge.single(shared)?.['certificate'])) return true;
    const domains = knowledge.list({ account, kind: 'domain', parents: application.ids });
    return isEvery(domains, (domain) => isRead(knowledge, { ...domain, kind: 'ssl' }));
  });
}

function isEvery(
  list: KnownList | undefined,
  isTrue: (reference: ResourceReference) => boolean,
): boolean {
  if (!list?.isWhole) return false;
  return list.items.every((item) => isTrue(toReference(list.collection, item)));
}
