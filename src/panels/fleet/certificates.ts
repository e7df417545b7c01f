import { group } from './group';
import type { Picks } from './picks';
import { certificatesOf, isRead, knownCertificates } from '../../findings/areas';
import type { Knowledge } from '../../findings/knowledge';
import { toEnd, writeDay } from '../../resources/expiry';
import { type ResourceReference, toKey } from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import type { Formats } from '../../base/formats';
import type { Translate } from '../../base/translate';
import type { CertificatesModel } from '../../pages/fleet/protocol';
import { dayMs } from '../../base/moment';

const shownDays = 90;
/** How many certificates are listed; copying includes the others. */
const mostCertificates = 100;

interface Ending {
  readonly reference: ResourceReference;
  readonly end: number;
  readonly validUntil: string;
}

/** What the certificates section is drawn from. */
interface CertificateWords {
  readonly t: Translate;
  readonly formats: Formats;
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
      if (typeof validUntil !== 'string' || !isIn(reference)) return [];
      const end = toEnd(validUntil);
      return end === undefined ? [] : [{ reference, end, validUntil }];
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
  const today = Math.floor(now / dayMs) * dayMs;
  const byDay = group(endings, ({ end }) =>
    end < now ? -1 : Math.min(Math.floor((end - today) / dayMs), shownDays),
  );
  const dayOf = ({ validUntil }: Ending): string => toVisible(writeDay(validUntil, formats));
  const itemsOf = (day: number) =>
    (byDay.get(day) ?? []).map((ending) => ({
      target: ending.reference,
      detail: dayOf(ending),
    }));
  const unread = certificatesOf(knowledge)
    .filter((each) => isIn(each) && !isRead(knowledge, each))
    .map((target) => ({ target }));
  const days = Array.from({ length: shownDays }, (_, day) => {
    const title = t('Certificates that end on {0}', formats.day(today + day * dayMs));
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
    from: today,
    rows: endings.slice(0, mostCertificates).map((ending) => ({
      id: toKey(ending.reference),
      name: toVisible(pathOf(ending.reference)),
      ends: dayOf(ending),
    })),
    more: Math.max(0, endings.length - mostCertificates),
  };
}
