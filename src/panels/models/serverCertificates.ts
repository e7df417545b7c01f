import { ApiError, isMissing } from '../../api/errors';
import { toVisible } from '../../base/foreignText';
import type { Resource } from '../../resources/kinds/kind';
import { describeExpiry, hasRenewalFailed } from '../../resources/expiry';
import { toTime } from '../../base/moment';
import { type ResourceReference, collectionOf, itemOf, toKey } from '../../resources/reference';
import { certificateIn, findBelow } from '../../findings/areas';
import { kindsOfParts } from '../../resources/search/serverParts';
import type { Cell, Row, Section, Tone } from '../../pages/model';
import { type Presses, rowButtons } from './parts';
import type { Drawing, PanelContext } from '../panelKind';
import { t } from '../../base/l10n';

export interface CertificateCheck {
  readonly isRunning: boolean;
  readonly done: number;
  readonly total: number;
  /** Why lists or certificates couldn't be read. */
  readonly failures: readonly unknown[];
}

/** How many certificates the overview shows: those that end soonest. */
const mostInOverview = 10;

const tones: Readonly<Record<string, Tone>> = {
  expired: 'bad',
  endsSoon: 'warning',
  valid: 'good',
};

/** In the background, one request for each domain and web application, so only on request. */
export async function checkCertificates(
  { store, reference: server, signal }: Drawing,
  report: (check: CertificateCheck) => void,
): Promise<void> {
  const options = { signal, priority: 'background' } as const;
  const failures: unknown[] = [];
  let [done, total] = [0, 0];
  const tell = (isRunning: boolean): void => {
    if (!signal.aborted) report({ isRunning, done, total, failures });
  };
  const check = async (certificate: ResourceReference): Promise<void> => {
    try {
      await store.read(certificate, options);
    } catch (error) {
      if (!saysNone(error)) failures.push(error);
    }
    done += 1;
    tell(true);
  };
  tell(true);
  const certificates = await findBelow(server, kindsOfParts.certificate, async (collection) => {
    try {
      const { items } = await store.all(collection, undefined, options);
      return items.map((item) => itemOf(collection, item));
    } catch (error) {
      failures.push(error);
      return [];
    }
  });
  total = certificates.length;
  await Promise.all(certificates.map(check));
  tell(false);
}

/**
 * Reads the lists with the names of what known certificates are for: a certificate is stored, a list isn't.
 * One that can't be read isn't tried again, and what it names is shown by its ID.
 */
export async function nameCertificates({ store, reference, signal }: Drawing): Promise<void> {
  const lists = certificatesOf(reference, store)
    .map((each) => collectionOf(named(each.reference)))
    .filter((list) => !store.peek(list)?.isComplete && store.failure(list) === undefined);
  const each = new Map(lists.map((list) => [toKey(list), list])).values();
  await Promise.all(
    [...each].map((list) => store.all(list, undefined, { signal }).catch(() => {})),
  );
}

/** What a certificate is for. */
function named({ kind, ...place }: ResourceReference): ResourceReference {
  return { ...place, kind: kind === 'sharedSsl' ? 'webApplication' : 'domain' };
}

/** True if a service refuses to read a certificate in a way that means that there is none. */
export function saysNone(error: unknown): boolean {
  return isMissing(error) || (error instanceof ApiError && error.reason === 'invalid');
}

/** The known certificates of a server, soonest end first. */
export function certificateSection(
  check: CertificateCheck | undefined,
  server: ResourceReference,
  { store, now, describeError }: PanelContext,
  presses: Presses,
): Section {
  const rows = certificatesOf(server, store).map(({ reference, certificate, end }): Row => {
    const isShared = reference.kind === 'sharedSsl';
    const above = named(reference);
    const id = String(above.ids.at(-1));
    const unnamed = isShared
      ? t('Web application {0} (name not loaded)', id)
      : t('Domain {0} (name not loaded)', id);
    const name = toVisible(store.find(above)?.['name'] ?? unnamed);
    const rowId = `${reference.kind}/${reference.ids.join('/')}`;
    const row = { id: rowId, about: name };
    return {
      id: rowId,
      cells: [
        { text: isShared ? t('{0} (shared)', name) : name },
        { ...validityCell(certificate, now()), order: end },
      ],
      buttons: rowButtons(row, reference, { openDocument: t('Open') }, presses),
    };
  });
  const { isRunning = false, done = 0, total = 0, failures = [] } = check ?? {};
  const [failure] = failures;
  const unread = t("{0} couldn't be read: {1}", failures.length, describeError(failure));
  const isEmpty = check !== undefined && !isRunning && failures.length === 0;
  return {
    id: 'certificates',
    title: t('Certificates'),
    ...(isRunning ? { note: t('Checking… {0} of {1}', done, total) } : {}),
    ...(!isRunning && failures.length > 0 ? { note: unread } : {}),
    buttons: [{ id: 'checkCertificates', label: t('Check All') }],
    items: [],
    empty: isEmpty ? t('No domain has a certificate.') : t('Not checked yet.'),
    table: { columns: [t('Domain'), t('Validity')], rows },
  };
}

function certificatesOf({ account, ids }: ResourceReference, store: PanelContext['store']) {
  return store
    .known(account)
    .singles.filter(({ reference }) => reference.ids[0] === ids[0])
    .flatMap(({ reference, value }) => {
      const certificate = certificateIn(reference.kind, value);
      if (!certificate) return [];
      return [{ reference, certificate, end: toTime(certificate['validUntil']) ?? Infinity }];
    })
    .toSorted((one, other) => (one.end < other.end ? -1 : 1))
    .slice(0, mostInOverview);
}

/** How long a certificate remains valid, or that its renewal failed. */
export function validityCell(certificate: Resource, now: number): Cell {
  const expiry = describeExpiry(certificate['validUntil'], now);
  const text = expiry?.text ?? toVisible(certificate['validUntil'] ?? t('Expiry unknown'));
  return hasRenewalFailed(certificate, now)
    ? { text: `${t('Renewal failed')} · ${text}`, tone: 'bad' }
    : { text, tone: tones[expiry?.state ?? ''] ?? 'quiet' };
}
