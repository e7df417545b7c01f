import { drawBadge, drawButton, pressing } from './buttons';
import { drawAxis, drawLegend, drawLine } from './charts';
import { foreignNode, h } from '../dom';
import { drawFill, drawItem, drawMoment } from './items';
import { drawFilters, drawFollowed, drawMany } from './many';
import type { Button, Cell, Item, PanelModel, Row, Section, Table, Tone } from '../model';
import type { View } from '../view';
import type { Failure, ListState } from '../protocol';
import { formats } from '../../base/l10n';

const collator = new Intl.Collator(document.documentElement.lang || undefined, {
  numeric: true,
});

export function drawSection(section: Section, view: View): HTMLElement {
  const { id, note, filters, items, table, answer, empty, isLoading, isOrdered, isWide } = section;
  const ofTypes = (...types: readonly Item['type'][]): readonly Item[] =>
    items.filter(({ type }) => types.includes(type));
  const draw = (some: readonly Item[]): HTMLElement[] => some.map((item) => drawItem(item, view));
  const entries = ofTypes('entry');
  const facts = ofTypes('fact', 'secret');
  const counts = ofTypes('count');
  const charts = ofTypes('days', 'week');
  const apart = new Set([...entries, ...facts, ...counts, ...charts]);
  const others = items.filter((item) => !apart.has(item));
  const rows = entries.length + (table?.rows.length ?? 0);
  const isEmpty = items.length + rows === 0 && !isLoading && !table?.isFollowed;
  const list = h(isOrdered ? 'ol.entries' : 'ul.entries');
  return h(
    isWide ? 'section.wide' : 'section',
    { 'aria-labelledby': `${id}/title`, 'aria-busy': isLoading && 'true' },
    drawHeading(section, rows, view),
    drawFilters(filters, view),
    note && h('p.note', note),
    isLoading && drawSkeleton(),
    isEmpty && empty && h('p.note', empty),
    drawItems(section, others, h('div'), view),
    counts.length > 0 && h('div.counts', draw(counts)),
    draw(charts),
    facts.length > 0 && h('dl', draw(facts)),
    drawItems(section, entries, list, view),
    table && (table.isFollowed || table.rows.length > 0) && drawTable(section, table, view),
    answer && drawSection(answer, view),
  );
}

function drawHeading(
  { id, title, filters, buttons = [] }: Section,
  rows: number,
  view: View,
): HTMLElement {
  // Rows that answer a question are no number of what the title names.
  const count = rows > 0 && !filters && h('span.count', ` (${formats.number(rows)})`);
  const heading = h('h2', { id: `${id}/title`, tabindex: -1 }, foreignNode(title), count);
  if (buttons.length === 0) return heading;
  const drawn = buttons.map((each) => drawButton(each, view));
  return h('div.heading', heading, drawn);
}

function drawSkeleton(): HTMLElement {
  return h('div.skeleton', { 'aria-hidden': 'true' }, h('div'), h('div'), h('div'));
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
  if (hasActions) {
    headings.push(h('th.actions', { role: 'columnheader' }, view.words.actions));
  }
  const frame = h(
    'table',
    { role: 'table', 'aria-labelledby': `${section.id}/title` },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, headings)),
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
): HTMLTableCellElement {
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
    h('button.sort', { id: `${id}/sort/${column}`, onclick }, columns[column]),
    first?.line && drawAxis(first.line),
  );
}

function drawRow(
  { id, note, cells, buttons }: Row,
  columns: readonly string[],
  hasActions: boolean,
  view: View,
): HTMLElement {
  const drawn = cells.map((cell, index) => {
    const isFirst = index === 0;
    const role = isFirst ? { role: 'rowheader', scope: 'row' } : { role: 'cell' };
    return h(
      isFirst ? 'th' : 'td',
      { ...role, 'data-column': columns[index] },
      isFirst && note && h('p.note', note),
      drawCell(cell, cells[0]?.text ?? '', view),
    );
  });
  return h(
    'tr',
    { role: 'row', 'data-row': id },
    drawn,
    hasActions && h('td.actions', { role: 'cell' }, drawButtons(buttons, view)),
  );
}

/** @param row the name of its row. */
function drawCell({ text, at, tone, share, line, button }: Cell, row: string, view: View): Node {
  if (at !== undefined) return drawMoment(at);
  if (button !== undefined) return h('button.link', pressing(button, view), foreignNode(text));
  if (line) return drawLine(line, row, view);
  if (share !== undefined) return drawShare(text, share, tone);
  return tone === undefined ? foreignNode(text) : drawBadge(text, tone);
}

function drawShare(text: string, share: number, tone: Tone = 'good'): HTMLElement {
  return h(
    'span.share',
    h('span.track', { 'aria-hidden': 'true' }, drawFill(share, tone)),
    h('span.share-text', foreignNode(text)),
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
  const facts = summary.map((item) => drawItem(item, view));
  return h(
    'header',
    h(
      'div',
      drawTitle(title),
      state && drawBadge(state.text, state.tone),
      h('p', foreignNode(subtitle), h('span.busy', { id: 'busy' })),
      facts.length > 0 && h('dl.summary', facts),
    ),
    drawButtons(buttons, view),
    drawFilters(filters, view),
  );
}

export function drawTitle(title: string): HTMLElement {
  return h('h1', { id: headingId, tabindex: -1 }, foreignNode(title));
}

export function drawFailure({ text, canRetry, buttons }: Failure, view: View): HTMLElement {
  const retry = { id: 'failure/tryAgain', onclick: () => view.refresh() };
  const again = canRetry && h('button', retry, view.words.tryAgain);
  return h(
    'div.failure',
    h('p', { role: 'alert' }, foreignNode(text)),
    drawButtons(buttons, view, again),
  );
}

function drawButtons(
  buttons: readonly Button[],
  view: View,
  first: HTMLElement | false = false,
): HTMLElement {
  const drawn = buttons.map((button) => drawButton(button, view));
  return h('div.buttons', first, drawn);
}
