import { isRead, knownCertificates } from './areas';
import type { Knowledge, Known, KnownList } from './knowledge';
import { group } from '../base/group';
import { toTime } from '../base/moment';
import { toRaw } from '../base/foreignText';
import { hasRenewalFailed } from '../resources/expiry';
import { findKind, type KindId } from '../resources/kinds/kinds';
import { isCertificate } from '../resources/kinds/ssl';
import { namePhp } from '../resources/names/constants';
import { presentIn } from '../resources/names/resourceNames';
import {
  collectionOf,
  parentOf,
  serverOf,
  type ResourceReference,
  toKey,
  itemOf,
} from '../resources/reference';
import {
  kindsOfParts,
  type KnownPart,
  type PartId,
  type PartItem,
  type ServerParts,
} from '../resources/search/serverParts';
import { useOf } from '../resources/serverFacts';

/** Fingerprints of public keys, which can only be computed asynchronously. */
export class Fingerprints {
  readonly #known = new Map<string, string>();

  of(publicKey: unknown): string | undefined {
    return this.#known.get(String(publicKey));
  }

  /** Computes those of all known keys. */
  async learn(knowledge: Knowledge): Promise<void> {
    for (const { resource } of knowledge.of('sshKey')) {
      const text = resource['publicKey'];
      if (typeof text !== 'string' || this.#known.has(text)) continue;
      const fingerprint = await fingerprintOf(text);
      if (fingerprint !== undefined) this.#known.set(text, fingerprint);
    }
  }
}

/** As `ssh-keygen -l` writes it; undefined if that isn't a public key. */
async function fingerprintOf(publicKey: string): Promise<string | undefined> {
  try {
    const binary = atob(publicKey.trim().split(/\s+/)[1] ?? '');
    const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return `SHA256:${btoa(String.fromCharCode(...hash)).replace(/=+$/, '')}`;
  } catch {
    return undefined;
  }
}

/** What is known of these parts, by keys of servers. */
export function partsOfServers(
  knowledge: Knowledge,
  parts: readonly PartId[],
  now: number,
  fingerprints: Pick<Fingerprints, 'of'>,
): ReadonlyMap<string, ServerParts> {
  const certificates = group(
    parts.includes('certificate') ? listCertificates(knowledge, now) : [],
    ({ reference }) => toKey(serverOf(reference) ?? reference),
  );
  const partOf = (part: PartId, server: ResourceReference): KnownPart => {
    if (part === 'server') return { items: [], isWhole: true };
    if (part === 'health') return healthOf(knowledge, server);
    if (part === 'certificate') {
      const items = certificates.get(toKey(server)) ?? [];
      return { items, isWhole: hasAllCertificates(knowledge, server) };
    }
    const all = kindsOfParts[part].map((kind) => allBelow(knowledge, kind, server));
    return {
      items: all.flatMap(({ items }) => items.map((each) => toItem(each, fingerprints))),
      isWhole: all.every(({ isWhole }) => isWhole),
    };
  };
  return new Map(
    knowledge.servers.map(({ reference }) => [
      toKey(reference),
      Object.fromEntries(parts.map((part) => [part, partOf(part, reference)])),
    ]),
  );
}

function listCertificates(knowledge: Knowledge, now: number): readonly PartItem[] {
  return knownCertificates(knowledge).flatMap(({ reference, resource }) => {
    const end = toTime(resource['validUntil']);
    if (end === undefined) return [];
    const hasFailed = hasRenewalFailed(resource, now) === true;
    return [{ reference, name: nameOf(knowledge, reference), end, hasFailed }];
  });
}

/** The domain's, or the web application's whose domains share the certificate. */
function nameOf(knowledge: Knowledge, certificate: ResourceReference): string {
  const above = parentOf(certificate);
  const list = above && knowledge.list(collectionOf(above));
  const name = list?.items.find(({ id }) => id === above?.ids.at(-1))?.['name'];
  return typeof name === 'string' ? name : '';
}

function hasAllCertificates(knowledge: Knowledge, { account, ids }: ResourceReference): boolean {
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
  return list.items.every((item) => isTrue(itemOf(list.collection, item)));
}

function healthOf(knowledge: Knowledge, server: ResourceReference): KnownPart {
  const health = knowledge.health.get(toKey(server))?.resource;
  if (!health) return { items: [], isWhole: false };
  const [disk, memory] = [useOf(health, 'disk')?.share, useOf(health, 'memory')?.share];
  const uses = {
    ...(disk === undefined ? {} : { disk }),
    ...(memory === undefined ? {} : { memory }),
  };
  return { items: [{ reference: server, name: '', ...uses }], isWhole: true };
}

/** Everything of a kind on a server, as far as it's known. */
function allBelow(
  knowledge: Knowledge,
  kind: KindId,
  server: ResourceReference,
): { readonly items: readonly Known[]; readonly isWhole: boolean } {
  const { parent } = findKind(kind);
  const above =
    parent === undefined || parent === server.kind
      ? { items: [{ reference: server }], isWhole: true }
      : allBelow(knowledge, parent, server);
  const lists = above.items.map(({ reference: { account, ids } }) =>
    knowledge.list({ account, kind, parents: ids }),
  );
  return {
    items: lists.flatMap((list) =>
      (list?.items ?? []).flatMap((resource) =>
        list ? [{ reference: itemOf(list.collection, resource), resource }] : [],
      ),
    ),
    isWhole: above.isWhole && lists.every((list) => list?.isWhole && list.isOld !== true),
  };
}

function toItem({ reference, resource }: Known, fingerprints: Pick<Fingerprints, 'of'>): PartItem {
  const { phpVersion, publicKey } = resource;
  const fingerprint = fingerprints.of(publicKey);
  const version = typeof phpVersion === 'string' ? namePhp(phpVersion).replace(/^PHP /, '') : '';
  return {
    reference,
    name: toRaw(presentIn(reference, resource).label),
    ...(phpVersion === undefined ? {} : { php: version.toLowerCase() }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}
