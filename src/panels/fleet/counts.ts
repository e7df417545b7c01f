import { type Target, toKey } from '../../resources/reference';
import type { CountItem, Row, Section, Tone } from '../../pages/model';
import { formats, t } from '../../base/l10n';

/** The resources behind a number on the page, with one more fact about each, or only facts. */
export interface CountedResources {
  readonly title: string;
  readonly items: readonly { readonly target?: Target; readonly detail?: string }[];
}

export interface Count {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly tone: Tone;
}

/** Finds what a press of a number or name on the page is about. */
export class CountRegistry {
  readonly #counts = new Map<string, CountedResources>();
  readonly #targets = new Map<string, Target>();

  /** Adds what a number counts. @param id begins with the id of its section. */
  add(id: string, label: string, items: CountedResources['items'], tone: Tone = 'quiet'): Count {
    this.#counts.set(id, { title: label, items });
    return { id, label, count: items.length, tone };
  }

  find(id: string): CountedResources | undefined {
    return this.#counts.get(id);
  }

  /** The id of a button that opens a resource. */
  link(section: string, target: Target): string {
    const id = `${section}:${toKey(target)}`;
    this.#targets.set(id, target);
    return id;
  }

  target(id: string): Target | undefined {
    return this.#targets.get(id);
  }
}

/** @param isWhole whether everything was checked; otherwise there may be more. */
export function toTile({ id, label, count, tone }: Count, isWhole: boolean): CountItem {
  const atLeast = count === 0 ? '?' : `${formats.number(count)}+`;
  return {
    type: 'count',
    label,
    value: isWhole ? formats.number(count) : atLeast,
    tone: count === 0 ? 'quiet' : tone,
    button: { id, label },
  };
}

/** A section that is a table, of which the first ten rows are shown. */
export function toTableSection(
  id: string,
  title: string,
  columns: readonly string[],
  rows: readonly Omit<Row, 'buttons'>[],
): Section {
  const table = { columns, first: 10, rows: rows.map((row) => ({ ...row, buttons: [] })) };
  return { id, title, items: [], empty: t('None known.'), table };
}

/** Numbers as bars, the largest of which is full. */
export function toShares(
  id: string,
  title: string,
  columns: readonly [string, string],
  counts: readonly Count[],
): Section {
  const most = Math.max(...counts.map(({ count }) => count));
  const rows = counts.map(({ id: row, label, count, tone }) => {
    const bar = { text: formats.number(count), order: count, share: count / most, tone };
    return { id: row, cells: [{ text: label, button: row }, bar] };
  });
  return toTableSection(id, title, columns, rows);
}

/** Notes what may be missing from a section because it wasn't checked. */
export function toNote(unchecked: readonly string[]): Pick<Section, 'note'> {
  return unchecked.length > 0 ? { note: t('Not checked: {0}', unchecked.join('; ')) } : {};
}
