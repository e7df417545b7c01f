import { nameConstant } from '../../resources/names/constants';
import { isCertificate } from '../../resources/kinds/ssl';
import { objects, type Presses, rowButtons } from './parts';
import { saysNone, validityCell } from './serverCertificates';
import { toVisible } from '../../base/foreignText';
import type { Resource, ResourceId } from '../../resources/kinds/kind';
import { collectionBelow, type ResourceReference } from '../../resources/reference';
import type { Cell, Row, Section } from '../../pages/model';
import type { Drawing, PanelContext } from '../panelKind';
import { formats, t } from '../../base/l10n';

/** How many domains' certificates are read; the others are a click away. */
const mostDomains = 10;

type Certificate = Resource | 'none' | undefined;

function sslOf({ account, ids }: ResourceReference, domain: Resource): ResourceReference {
  return { account, kind: 'ssl', ids: [...ids, domain['id'] as ResourceId] };
}

/** Reads the certificates of the first domains. One that can't be read doesn't hide the others. */
export async function readCertificates(
  { store, reference, signal }: Drawing,
  domains: readonly Resource[],
): Promise<void> {
  const reads = domains
    .slice(0, mostDomains)
    .map((domain) => store.read(sslOf(reference, domain), { signal }).catch(() => undefined));
  await Promise.all(reads);
}

/** Reads the store only. Services refuse to read a certificate that doesn't exist. */
export function certificateOf(
  { store }: PanelContext,
  reference: ResourceReference,
  domain: Resource,
): Certificate {
  const ssl = sslOf(reference, domain);
  const known = store.find(ssl);
  if (known) return isCertificate(known) ? known : 'none';
  return saysNone(store.failure(ssl)) ? 'none' : undefined;
}

export interface DomainContext extends Pick<PanelContext, 'now'> {
  readonly certificateOf: (domain: Resource) => Certificate;
  /** How many domains there are; undefined if it isn't known. */
  readonly domainCount: number | undefined;
}

export function domainsSection(
  section: Section,
  domains: unknown,
  reference: ResourceReference,
  context: DomainContext,
  presses: Presses,
): Section {
  const target = collectionBelow(reference, 'domain');
  presses['allDomains'] = { command: 'revealInTree', target };
  if (domains === undefined) return { ...section, isWide: true };
  const all = objects(domains).filter(({ id }) => typeof id === 'number' || typeof id === 'string');
  const rows = all
    .slice(0, mostDomains)
    .map((domain) => domainRow(domain, reference, context, presses));
  const count = Math.max(all.length, context.domainCount ?? Infinity);
  const isMore = rows.length > 0 && count > rows.length;
  const total = Number.isFinite(count) ? formats.number(count) : '?';
  const shown = t('{0} of {1} shown.', formats.number(rows.length), total);
  return {
    ...section,
    isWide: true,
    empty: t('No domains.'),
    ...(isMore
      ? {
          note: [section.note, shown].filter(Boolean).join(' '),
          buttons: [{ id: 'allDomains', label: t('Show All') }],
        }
      : {}),
    table: { columns: [t('Domain'), t('Type'), t('Certificate')], rows },
  };
}

function domainRow(
  domain: Resource,
  reference: ResourceReference,
  { now, certificateOf: find }: DomainContext,
  presses: Presses,
): Row {
  const certificate = find(domain);
  const hasOne = certificate !== undefined && certificate !== 'none';
  const ssl = sslOf(reference, domain);
  const id = `domain/${ssl.ids.join('/')}`;
  const name = toVisible(domain['name'] ?? t('Domain {0}', String(ssl.ids.at(-1))));
  const target = hasOne ? ssl : { ...ssl, kind: 'domain' as const };
  const titles = { ...(hasOne ? { renewSsl: t('Renew') } : {}), openDocument: t('Open') };
  return {
    id,
    cells: [
      { text: name },
      { text: toVisible(nameConstant(domain['type'] ?? '–')) },
      certificateCell(certificate, now()),
    ],
    buttons: rowButtons({ id, about: name }, target, titles, presses),
  };
}

function certificateCell(certificate: Certificate, now: number): Cell {
  if (certificate === undefined) return { text: t('unknown'), tone: 'quiet' };
  if (certificate === 'none') return { text: t('No certificate'), tone: 'quiet' };
  return validityCell(certificate, now);
}
