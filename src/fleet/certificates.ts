import { group } from './group';
import type { Picks } from './picks';
import { certificatesOf, isRead, knownCertificates } from '../findings/areas';
import type { Knowledge } from '../findings/knowledge';
import { toEnd } from '../resources/expiry';
import { type ResourceReference, toKey } from '../resources/reference';
import { toVisible } from '../base/foreignText';
import type { Formats } from '../base/formats';
import type { Translate } from '../base/translate';
import type { CertificatesModel } from '../webviews/fleet/protocol';
import { dayMs } from '../base/moment';

const shownDays = 90;
/** How many certificates are listed; copying includes the others. */
const mostCertificates = 100;

interface Ending {
  readonly reference: ResourceReference;
  readonly end: number;
}

/** What the certificates section is drawn from. */
interface CertificateWords {
  readonly t: Translate;
  readonly formats: Pick<Formats, 'moment'>;
  readonly now: number;
  readonly pathOf: (reference: ResourceReference) => string;
  /** Describes what isn't known of some kinds. */
  readonly uncheckedOf: (...kinds: readonly string[]) => readonly string[];
}

/** The certificates that end, soonest first. */
export function endingsOf(
  knowledge: Knowledge,
  isIn: (reference: ResourceReference) => boolean,
): readonly Ending[] {
  return knownCertificates(knowledge)
    .flatMap(({ reference, resource: { validUntil } }): Ending[] => {
      const end = typeof validUntil === 'string' ? toEnd(validUntil) : undefined;
      return end !== undefined && isIn(reference) ? [{ reference, end }] : [];
    })
    .toSorted((a, b) => a.end - b.end);
}

/** When certificates end, day by day, and which weren't checked. */
export function toCertificates(
  knowledge: Knowledge,
  isIn: (reference: ResourceReference) => boolean,
  picks: Picks,
  { t, formats, now, pathOf, uncheckedOf }: CertificateWords,
): CertificatesModel {
  const endings = endingsOf(knowledge, isIn);
  const byDay = group(endings, ({ end }) => {
    const day = Math.floor((end - now) / dayMs);
    return day < 0 ? -1 : Math.min(day, shownDays);
  });
  const itemsOf = (day: number) =>
    (byDay.get(day) ?? []).map(({ reference, end }) => ({
      target: reference,
      detail: formats.moment(end),
    }));
  const unread = certificatesOf(knowledge)
    .filter((each) => isIn(each) && !isRead(knowledge, each))
    .map((target) => ({ target }));
  const days = Array.from({ length: shownDays }, (_, day) => {
    const title = t('Certificates that end on {0}', formats.moment(now + day * dayMs));
    return picks.add(`certificate/${day}`, title, itemsOf(day)).count;
  });
  return {
    counts: [
      picks.add('certificate/expired', t('Expired'), itemsOf(-1), 'bad'),
      picks.add('certificate/later', t('Later than 90 days'), itemsOf(shownDays), 'good'),
      picks.add('certificate/unchecked', t('Not checked'), unread),
    ],
    unchecked: uncheckedOf('server', 'webApplication', 'domain', 'sharedSsl', 'ssl'),
    days,
    from: now,
    rows: endings.slice(0, mostCertificates).map(({ reference, end }) => ({
      id: toKey(reference),
      name: toVisible(pathOf(reference)),
      ends: formats.moment(end),
    })),
    more: Math.max(0, endings.length - mostCertificates),
  };
}
