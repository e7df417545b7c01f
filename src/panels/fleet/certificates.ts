import { certificatesOf, isRead, knownCertificates } from '../../findings/areas';
import type { Knowledge } from '../../findings/knowledge';
import { writeDay } from '../../resources/expiry';
import { type ResourceReference, type Target, toKey } from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import type { CertificatesModel, Count } from '../../pages/fleet/model';
import type { Tone } from '../../pages/model';
import { dayMs, toTime } from '../../base/moment';
import { formats, t } from '../../base/l10n';

const shownDays = 90;
/** How many certificates are listed; copying includes the others. */
const mostCertificates = 100;

interface Ending {
  readonly reference: ResourceReference;
  readonly end: number;
  readonly validUntil: unknown;
}

interface CertificateWords {
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
      const end = isIn(reference) ? toTime(validUntil) : undefined;
      return end === undefined ? [] : [{ reference, end, validUntil }];
    })
    .toSorted((a, b) => a.end - b.end);
}

/** When certificates end, day by day, and which weren't checked. */
export function toCertificates(
  knowledge: Knowledge,
  isIn: (reference: ResourceReference) => boolean,
  counts: CountRegistry,
  { now, pathOf, uncheckedOf }: CertificateWords,
): CertificatesModel {
  const endings = endingsOf(knowledge, isIn);
  const today = Math.floor(now / dayMs) * dayMs;
  const byDay = group(endings, ({ end }) =>
    end < now ? -1 : Math.min(Math.floor((end - today) / dayMs), shownDays),
  );
  const dayOf = ({ validUntil }: Ending): string => toVisible(writeDay(validUntil));
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
    return counts.add(`certificate/${day}`, title, itemsOf(day)).count;
  });
  return {
    counts: [
      counts.add('certificate/expired', t('Expired'), itemsOf(-1), 'bad'),
      counts.add('certificate/later', t('Later than 90 days'), itemsOf(shownDays), 'good'),
      counts.add('certificate/unchecked', t('Not checked'), unread),
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

/** Items by a key, in the order in which the keys first occur. */
export function group<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Resources behind what the page shows, with one more fact about each. */
export interface CountedResources {
  readonly title: string;
  readonly items: readonly { readonly target: Target; readonly detail?: string }[];
}

/** The targets behind each number on the page. */
export class CountRegistry {
  readonly #counts = new Map<string, CountedResources>();

  /** Adds resources, and returns the number that leads to them. */
  add(id: string, label: string, items: CountedResources['items'], tone: Tone = 'quiet'): Count {
    this.#counts.set(id, { title: label, items });
    return { id, label, count: items.length, tone };
  }

  find(id: string): CountedResources | undefined {
    return this.#counts.get(id);
  }
}
