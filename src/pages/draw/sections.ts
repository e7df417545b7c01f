import { drawBadge, drawButton, drawLink } from './buttons';
import { drawAxis, drawLegend, drawLine } from './charts';
import { foreignNode, h } from '../dom';
import { drawFill, drawItem, drawMoment } from './items';
import { drawFilters, drawFollowed, drawMany } from './many';
import type { Cell, EntryItem, Item, PanelModel, Row, Section, Table, Tone } from '../model';
import type { View } from '../view';
import type { Failure, ListState } from '../protocol';
import { formats } from '../../base/l10n';

const collator = new Intl.Collator(document.documentElement.lang || undefined, {
  numeric: true,
});

export function drawSection(section: Section, view: View): HTMLElement {
  const { id, note, filters, items, table, answer, empty, isLoading, isOrdered, isWide } = section;
  const entries = items.filter((item): item is EntryItem => item.type === 'entry');
  const facts = items.filter(isFact);
  const counts = items.filter(({ type }) => type === 'count');
  const charts = items.filter(isChart);
  const others = items.filter(
    (item) => item.type !== 'entry' && item.type !== 'count' && !isFact(item) && !isChart(item),
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
    ...drawFilters(filters, view),
    ...(note ? [h('p', { class: 'note' }, note)] : []),
    ...(isLoading ? [drawSkeleton(3)] : []),
    ...(isEmpty && empty ? [h('p', { class: 'note' }, empty)] : []),
    ...drawItems(section, others, h('div'), view),
    ...(counts.length > 0
      ? [h('div', { class: 'counts' }, ...counts.map((item) => drawItem(item, view)))]
      : []),
    ...charts.map((item) => drawItem(item, view)),
    ...(facts.length > 0 ? [h('dl', {}, ...facts.map((item) => drawItem(item, view)))] : []),
    ...drawItems(section, entries, list, view),
    ...(table && (table.isFollowed || table.rows.length > 0)
      ? drawTable(section, table, view)
      : []),
    ...(answer ? [drawSection(answer, view)] : []),
  );
}

function drawHeading({ id, title, buttons = [] }: Section, rows: number, view: View): HTMLElement {
  const count = rows === 0 ? [] : [h('span', { class: 'count' }, ` (${formats.number(rows)})`)];
  const heading = h('h2', { id: `${id}/title`, tabindex: -1 }, foreignNode(title), ...count);
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

function isChart({ type }: Item): boolean {
  return type === 'days' || type === 'week';
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
  const headings = columns.map((_column, index) => drawColumn(section, table, index, view));
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
  const hasLines = rows[0]?.cells.some(({ line }) => line) === true;
  const drawn = drawAll(
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
  return hasLines ? [drawLegend(view), ...drawn] : drawn;
}

/** A column's heading sorts by it: bars from the longest, and a second click reverses the order. */
function drawColumn(
  { id }: Section,
  { columns, rows }: Table,
  column: number,
  view: View,
): HTMLElement {
  const { sort } = view.list(id);
  const isSorted = sort?.column === column;
  const first = rows[0]?.cells[column];
  const onclick = (): void => {
    const hasBars = rows.some(({ cells }) => cells[column]?.share !== undefined);
    const isDescending = isSorted ? !sort.isDescending : hasBars;
    view.keepList(id, { ...view.list(id), sort: { column, isDescending } });
    view.draw();
  };
  const direction = sort?.isDescending ? 'descending' : 'ascending';
  return h(
    'th',
    { role: 'columnheader', scope: 'col', 'aria-sort': isSorted ? direction : undefined },
    h(
      'button',
      { type: 'button', class: 'sort', id: `${id}/sort/${column}`, onclick },
      columns[column] ?? '',
    ),
    ...(first?.line ? [drawAxis(first.line)] : []),
  );
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
        drawCell(cell, cells[0]?.text ?? '', view),
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

/** @param row the name of its row. */
function drawCell({ text, at, tone, share, line, button }: Cell, row: string, view: View): Node {
  if (at !== undefined) return drawMoment(at);
  if (button !== undefined) return drawLink(button, text, view);
  if (line) return drawLine(line, row, view);
  if (share !== undefined) return drawShare(text, share, tone);
  return tone === undefined ? foreignNode(text) : drawBadge({ text, tone });
}

function drawShare(text: string, share: number, tone: Tone = 'good'): HTMLElement {
  return h(
    'span',
    { class: 'share' },
    h('span', { class: 'track', 'aria-hidden': 'true' }, drawFill(share, tone)),
    h('span', { class: 'share-text' }, foreignNode(text)),
  );
}

function textOfCell({ text, at }: Cell): string {
  return at === undefined ? text : formats.moment(Date.parse(at));
}

/** Cells without an order are last in either direction if others have one. */
function sortRows(rows: readonly Row[], sort: ListState['sort']): readonly Row[] {
  if (!sort) return rows;
  const { column, isDescending } = sort;
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [first, second] = [one.cells[column], other.cells[column]].map(toOrder);
    if (first !== undefined && second !== undefined) return sign * (first - second);
    if (first !== undefined) return -1;
    if (second !== undefined) return 1;
    return sign * collator.compare(one.cells[column]?.text ?? '', other.cells[column]?.text ?? '');
  });
}

function toOrder(cell: Cell | undefined): number | undefined {
  return cell?.order ?? (cell?.at === undefined ? undefined : Date.parse(cell.at));
}

/** The heading, which takes the focus if the focused element is gone. */
export const headingId = 'heading';

/** Heading, state, location, current activity, the most important facts, and the buttons. */
export function drawHeader(model: PanelModel, view: View): HTMLElement {
  const { title, subtitle, state, summary = [], filters, buttons } = model;
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
    ...drawFilters(filters, view),
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
