import { toVisible } from '../../base/foreignText';
import type { Resource, ResourceId } from '../../resources/kinds/kind';
import { describeExpiry, hasRenewalFailed } from '../../resources/expiry';
import { toTime } from '../../base/moment';
import type { ResourceReference } from '../../resources/reference';
import type { Cell, Row, Section, Tone } from '../../pages/model';
import type { PanelContext, Press } from '../panelKind';
import { t } from '../../base/l10n';

export interface CertificateCheck {
  readonly isRunning: boolean;
  readonly done: number;
  readonly total: number;
}

/** How many certificates the overview shows: those that end soonest. */
const mostInOverview = 10;

const tones: Readonly<Record<string, Tone>> = {
  expired: 'bad',
  endsSoon: 'warning',
  valid: 'good',
};

/**
 * Reads the certificates of all domains of a server, in the background: one request for each domain
 * and web application, so only on request. What was read is kept in the store.
 */
export async function checkCertificates(
  { store }: PanelContext,
  { account, ids }: ResourceReference,
  signal: AbortSignal,
  report: (check: CertificateCheck) => void,
): Promise<void> {
  const options = { signal, priority: 'background' } as const;
  const below = async (kind: 'webApplication' | 'domain', parents: readonly ResourceId[]) => {
    const collection = { account, kind, parents } as const;
    const { items } = await store.all(collection, undefined, options);
    return items.map((item) => [...parents, item['id'] as ResourceId]);
  };
  report({ isRunning: true, done: 0, total: 0 });
  let [done, total] = [0, 0];
  try {
    const applications = await below('webApplication', ids);
    const domains = (await Promise.all(applications.map((each) => below('domain', each)))).flat();
    total = domains.length;
    await Promise.all(
      domains.map(async (ids) => {
        // A domain without a certificate, or whose certificate can't be read, has no row.
        await store.read({ account, kind: 'ssl', ids }, options).catch(() => undefined);
        done += 1;
        if (!signal.aborted) report({ isRunning: true, done, total });
      }),
    );
  } finally {
    if (!signal.aborted) report({ isRunning: false, done, total });
  }
}

/** The known certificates of a server, soonest end first. */
export function certificateSection(
  check: CertificateCheck | undefined,
  { account, ids }: ResourceReference,
  { store, now }: PanelContext,
): { readonly section: Section; readonly presses: Readonly<Record<string, Press>> } {
  const certificates = store
    .known(account)
    .singles.filter(({ reference }) => reference.kind === 'ssl' && reference.ids[0] === ids[0])
    .flatMap(({ reference, value }) => {
      const end = toTime(value['validUntil']);
      return end === undefined ? [] : [{ reference, value, end }];
    })
    .toSorted((one, other) => one.end - other.end)
    .slice(0, mostInOverview);
  const presses: Record<string, Press> = {};
  const rows = certificates.map(({ reference, value, end }): Row => {
    const domain = { ...reference, kind: 'domain' as const };
    const name = toVisible(
      store.find(domain)?.['name'] ?? t('Domain {0}', String(domain.ids.at(-1))),
    );
    const id = `ssl/${reference.ids.join('/')}`;
    presses[`${id}/open`] = { command: 'openDocument', target: reference };
    return {
      id,
      cells: [{ text: name }, { ...validityCell(value, now()), order: end }],
      buttons: [{ id: `${id}/open`, label: t('Open'), about: name }],
    };
  });
  const progress =
    check?.isRunning === true ? { note: t('Checking… {0} of {1}', check.done, check.total) } : {};
  const section: Section = {
    id: 'certificates',
    title: t('Certificates'),
    ...progress,
    buttons: [{ id: 'checkCertificates', label: t('Check All') }],
    items: [],
    empty: check && !check.isRunning ? t('No domain has a certificate.') : t('Not checked yet.'),
    table: { columns: [t('Domain'), t('Validity')], rows },
  };
  return { section, presses };
}

/** How long a certificate remains valid, or that its renewal failed. */
export function validityCell(certificate: Resource, now: number): Cell {
  const expiry = describeExpiry(certificate['validUntil'], now);
  const text = expiry?.text ?? toVisible(certificate['validUntil']);
  return hasRenewalFailed(certificate, now)
    ? { text: `${t('Renewal failed')} · ${text}`, tone: 'bad' }
    : { text, tone: tones[expiry?.state ?? ''] ?? 'quiet' };
}
