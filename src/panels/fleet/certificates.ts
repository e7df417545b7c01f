import { certificatesOf, isRead, knownCertificates } from '../../findings/areas';
import type { Knowledge } from '../../findings/knowledge';
import { type CountRegistry, group, toNote, toTile } from './counts';
import type { FleetSources } from './servers';
import { startOfDay } from '../../findings/schedules/starts';
import { writeDay } from '../../resources/expiry';
import { type ResourceReference, toKey } from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import type { CountItem, DaysItem, Section, Table, Tone } from '../../pages/model';
import { dayMs, soonDays, toTime } from '../../base/moment';
import { formats, t } from '../../base/l10n';

const shownDays = 90;

interface Ending {
  readonly reference: ResourceReference;
  readonly end: number;
  readonly validUntil: unknown;
}

/** The certificates that end, soonest first. */
function endingsOf(
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

/**
 * When certificates end, day by day, and which weren't checked.
 * @param uncheckedOf describes what isn't known of some kinds.
 */
export function toCertificates(
  sources: FleetSources,
  isIn: (reference: ResourceReference) => boolean,
  counts: CountRegistry,
  uncheckedOf: (...kinds: readonly string[]) => readonly string[],
): Section {
  const { knowledge, now } = sources;
  const endings = endingsOf(knowledge, isIn);
  const lastDay = startOfDay(now) + shownDays * dayMs;
  const expired = endings.filter(({ end }) => end < now);
  const later = endings.filter(({ end }) => end >= lastDay);
  const soon = endings.slice(expired.length, endings.length - later.length);
  const unread = certificatesOf(knowledge)
    .filter((each) => isIn(each) && !isRead(knowledge, each))
    .map((target) => ({ target }));
  const above = uncheckedOf('server', 'webApplication', 'domain');
  const isWhole = above.length + unread.length === 0;
  const days = soon.length > 0 ? [toDays(soon, now, counts)] : [];
  const soonTone = days[0]?.days[0]?.tone ?? 'quiet';
  const tile = (id: string, label: string, some: readonly Ending[], tone: Tone): CountItem =>
    toTile(counts.add(`certificate/${id}`, label, some.map(toItem), tone), isWhole);
  const notChecked = counts.add('certificate/unchecked', t('Not checked'), unread, 'warning');
  return {
    id: 'certificate',
    title: t('Certificates: Next 90 Days'),
    ...toNote([...above, ...uncheckedOf('sharedSsl', 'ssl')]),
    items: [
      tile('expired', t('Expired'), expired, 'bad'),
      tile('soon', t('Within 90 days'), soon, soonTone),
      tile('later', t('Later than 90 days'), later, 'good'),
      toTile(notChecked, above.length === 0),
      ...days,
    ],
    table: toTable(endings, sources, counts),
  };
}

function toItem({ reference, validUntil }: Ending) {
  return { target: reference, detail: toVisible(writeDay(validUntil)) };
}

function toDays(soon: readonly Ending[], now: number, counts: CountRegistry): DaysItem {
  const today = startOfDay(now);
  const byDay = [...group(soon, ({ end }) => Math.floor((end - today) / dayMs))];
  const most = Math.max(...byDay.map(([, { length }]) => length));
  const days = byDay.map(([day, own]): DaysItem['days'][number] => {
    const date = formats.day(today + day * dayMs);
    const label =
      own.length === 1
        ? t('{0}: 1 certificate ends', date)
        : t('{0}: {1} certificates end', date, formats.number(own.length));
    const { id } = counts.add(`certificate/${day}`, label, own.map(toItem));
    const tone = day <= soonDays ? 'warning' : 'good';
    return { day, share: own.length / most, tone, button: { id, label } };
  });
  const axis = [0, 30, 60, 90].map((day) => t('Day {0}', day));
  return { type: 'days', label: t('Certificates: Next 90 Days'), length: shownDays, days, axis };
}

function toTable(
  endings: readonly Ending[],
  { pathOf }: FleetSources,
  counts: CountRegistry,
): Table {
  const rows = endings.map((ending) => {
    const { target, detail } = toItem(ending);
    const button = counts.link('certificate', target);
    const cells = [
      { text: toVisible(pathOf(target)), button },
      { text: detail, order: ending.end },
    ];
    return { id: toKey(target), cells, buttons: [] };
  });
  return { columns: [t('Certificate'), t('Ends')], first: 5, rows };
}
