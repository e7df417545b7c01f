import { drawBadge, drawButton, drawLink, drawSortHeading } from './buttons';
import { foreignNode, h } from '../dom';
import { collator } from '../collator';
import { drawItem, drawMoment } from './items';
import { drawFollowed, drawMany } from './many';
import type { Cell, EntryItem, Item, PanelModel, Row, Section, Table } from '../model';
import type { View } from '../view';
import type { Failure, ListState } from '../protocol';
import { formats } from '../../base/l10n';

export function drawSection(section: Section, view: View): HTMLElement {
  const { id, note, items, table, empty, isLoading, isOrdered, isWide } = section;
  const entries = items.filter((item): item is EntryItem => item.type === 'entry');
  const facts = items.filter(isFact);
  const counts = items.filter(({ type }) => type === 'count');
  const others = items.filter(
    (item) => item.type !== 'entry' && item.type !== 'count' && !isFact(item),
  );
  const rows = entries.length + (table?.rows.length ?? 0);
  const isEmpty = items.length + rows === 0 && !isLoading && !table?.isFollowed;
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
    ...(table && (table.isFollowed || table.rows.length > 0)
      ? drawTable(section, table, view)
      : []),
  );
}

function drawHeading({ id, title, buttons = [] }: Section, rows: number, view: View): HTMLElement {
  const count = rows === 0 ? [] : [h('span', { class: 'count' }, ` (${formats.number(rows)})`)];
  const heading = h('h2', { id: `${id}/title` }, title, ...count);
  return buttons.length === 0
    ? heading
    : h('div', { class: 'heading' }, heading, ...buttons.map((each) => drawButton(each, view)));
}

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
  return drawMany(
    {
      ...section,
      frame: list,
      list,
      items: () => items,
      search: (item) => ({
        text: () => `${item.label} ${'detail' in item ? item.detail : ''}`,
      }),
      draw: (item) => drawItem(item, view),
    },
    view,
  );
}

/** The roles are explicit: rows that a narrow page shows as blocks would lose them. */
function drawTable(section: Section, table: Table, view: View): HTMLElement[] {
  const { columns, rows, isFollowed } = table;
  const hasActions = rows.some(({ buttons }) => buttons.length > 0);
  const body = h('tbody', { role: 'rowgroup' });
  const headings = columns.map((column, index) => drawColumn(section, column, index, view));
  const frame = h(
    'table',
    { role: 'table', 'aria-labelledby': `${section.id}/title` },
    h(
      'thead',
      { role: 'rowgroup' },
      h(
        'tr',
        { role: 'row' },
        ...headings,
        ...(hasActions
          ? [h('th', { role: 'columnheader', class: 'actions' }, view.words.actions)]
          : []),
      ),
    ),
    body,
  );
  const drawAll = isFollowed ? drawFollowed : drawMany;
  return drawAll(
    {
      ...section,
      ...table,
      list: body,
      frame,
      items: ({ sort }) => sortRows(isFollowed ? view.followed.rows : rows, sort),
      search: ({ cells, tags }) => ({ text: () => cells.map(textOfCell).join(' '), tags }),
      draw: (row) => drawRow(row, columns, hasActions, view),
    },
    view,
  );
}

/** A second click on a column's heading reverses the order. */
function drawColumn({ id }: Section, label: string, column: number, view: View): HTMLElement {
  const { sort } = view.list(id);
  const isSorted = sort?.column === column;
  const sortBy = (): void => {
    const isDescending = isSorted && !sort.isDescending;
    view.keepList(id, { ...view.list(id), sort: { column, isDescending } });
    view.draw();
  };
  return drawSortHeading(label, `${id}/sort/${column}`, isSorted ? sort : undefined, sortBy);
}

function drawRow(
  { id, note, cells, buttons }: Row,
  columns: readonly string[],
  hasActions: boolean,
  view: View,
): HTMLElement {
  return h(
    'tr',
    { role: 'row', 'data-row': id },
    ...cells.map((cell, index) =>
      h(
        index === 0 ? 'th' : 'td',
        {
          ...(index === 0 ? { role: 'rowheader', scope: 'row' } : { role: 'cell' }),
          'data-column': columns[index],
        },
        ...(note && index === 0 ? [h('p', { class: 'note' }, note)] : []),
        drawCell(cell, view),
      ),
    ),
    ...(hasActions
      ? [
          h(
            'td',
            { role: 'cell', class: 'actions' },
            h('div', { class: 'buttons' }, ...buttons.map((button) => drawButton(button, view))),
          ),
        ]
      : []),
  );
}

function drawCell({ text, at, tone, button }: Cell, view: View): HTMLElement {
  if (at !== undefined) return drawMoment(at);
  if (button !== undefined) return drawLink(button, text, view);
  return tone === undefined ? foreignNode(text) : drawBadge({ text, tone });
}

function textOfCell({ text, at }: Cell): string {
  return at === undefined ? text : formats.moment(Date.parse(at));
}

function sortRows(rows: readonly Row[], sort: ListState['sort']): readonly Row[] {
  if (!sort) return rows;
  const sign = sort.isDescending ? -1 : 1;
  return rows.toSorted(
    (one, other) => sign * compareCells(one.cells[sort.column], other.cells[sort.column]),
  );
}

function compareCells(one: Cell | undefined, other: Cell | undefined): number {
  const [first, second] = [one, other].map((cell) => toOrder(cell));
  if (first !== undefined && second !== undefined) return first - second;
  return collator.compare(one?.text ?? '', other?.text ?? '');
}

function toOrder(cell: Cell | undefined): number | undefined {
  return cell?.order ?? (cell?.at === undefined ? undefined : Date.parse(cell.at));
}

/** The heading, which takes the focus if the focused element is gone. */
export const headingId = 'heading';

/** Heading, state, location, current activity, the most important facts, and the buttons. */
export function drawHeader(model: PanelModel, view: View): HTMLElement {
  const { title, subtitle, state, summary = [], buttons } = model;
  return h(
    'header',
    {},
    h(
      'div',
      {},
      h('h1', { id: headingId, tabindex: -1 }, foreignNode(title)),
      ...(state ? [drawBadge(state)] : []),
      h('p', {}, foreignNode(subtitle), h('span', { id: 'busy', class: 'busy' })),
      ...(summary.length > 0
        ? [h('dl', { class: 'summary' }, ...summary.map((item) => drawItem(item, view)))]
        : []),
    ),
    h('div', { class: 'buttons' }, ...buttons.map((button) => drawButton(button, view))),
  );
}

export function drawTitle(): HTMLElement {
  return h('h1', { id: headingId, tabindex: -1 }, foreignNode(document.title));
}

export function drawFailure({ text, canRetry, buttons }: Failure, view: View): HTMLElement {
  return h(
    'div',
    { class: 'failure' },
    h('p', { role: 'alert' }, foreignNode(text)),
    h(
      'div',
      { class: 'buttons' },
      ...(canRetry ? [drawTryAgain(view)] : []),
      ...buttons.map((button) => drawButton(button, view)),
    ),
  );
}

function drawTryAgain(view: View): HTMLElement {
  const onclick = (): void => view.refresh();
  return h('button', { type: 'button', id: 'failure/tryAgain', onclick }, view.words.tryAgain);
}
