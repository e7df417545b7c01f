import { drawButton } from './buttons';
import { h } from '../dom';
import { formats } from '../formats';
import { drawItem } from './items';
import { type Drawable, drawMany } from './many';
import type { EntryItem, Item, Section } from '../model';
import { drawTable } from './tables';
import type { View } from '../view';

/** Draws a section: facts as a list of terms, entries as a list, a table, fields one by one. */
export function drawSection(section: Section, view: View): HTMLElement {
  const { id, note, items, table, empty, isLoading, isOrdered, isWide } = section;
  const entries = items.filter((item): item is EntryItem => item.type === 'entry');
  const facts = items.filter(isFact);
  const counts = items.filter(({ type }) => type === 'count');
  const others = items.filter(
    (item) => item.type !== 'entry' && item.type !== 'count' && !isFact(item),
  );
  const rows = entries.length + (table?.rows.length ?? 0);
  const isEmpty = items.length + rows === 0 && !isLoading;
  const list = h(isOrdered ? 'ol' : 'ul', { class: 'entries' });
  return h(
    'section',
    {
      'aria-labelledby': `${id}/title`,
      ...(isWide ? { class: 'wide' } : {}),
      ...(isLoading ? { 'aria-busy': 'true' } : {}),
    },
    drawHeading(section, rows, view),
    ...(note ? [h('p', { class: 'note' }, note)] : []),
    ...(isLoading ? [drawSkeleton(3)] : []),
    ...(isEmpty && empty ? [h('p', { class: 'note' }, empty)] : []),
    ...drawItems(section, others, h('div'), view),
    ...(counts.length > 0
      ? [h('div', { class: 'counts' }, ...counts.map((item) => drawItem(item, view)))]
      : []),
    ...(facts.length > 0 ? [h('dl', {}, ...facts.map((item) => drawItem(item, view)))] : []),
    ...drawItems(section, entries, list, view),
    ...(table && table.rows.length > 0 ? drawTable(section, table, view) : []),
  );
}

function drawHeading({ id, title, buttons = [] }: Section, rows: number, view: View): HTMLElement {
  const count = rows === 0 ? [] : [h('span', { class: 'count' }, ` (${formats.number(rows)})`)];
  const heading = h('h2', { id: `${id}/title` }, title, ...count);
  return buttons.length === 0
    ? heading
    : h('div', { class: 'heading' }, heading, ...buttons.map((each) => drawButton(each, view)));
}

/** Gray placeholder lines. */
function drawSkeleton(lines: number): HTMLElement {
  return h(
    'div',
    { class: 'skeleton', 'aria-hidden': 'true' },
    ...Array.from({ length: lines }, () => h('div')),
  );
}

function isFact({ type }: Item): boolean {
  return type === 'fact' || type === 'secret';
}

function drawItems(
  section: Section,
  items: readonly Item[],
  list: HTMLElement,
  view: View,
): HTMLElement[] {
  if (items.length === 0) return [];
  const drawables = items.map((item): Drawable => ({
    text: `${item.label} ${'detail' in item ? item.detail : ''}`,
    draw: () => drawItem(item, view),
  }));
  return drawMany({ ...section, frame: list, list, drawables: () => drawables }, view);
}
