import type { ServerRow, Use } from './model';
import { drawLink } from './rowList';
import type { FleetView, ServerSorting } from './view';
import { drawSortHeading } from '../draw/buttons';
import { foreignNode, h } from '../dom';
import { collator } from '../collator';
import { drawnAtOnce } from '../draw/many';
import { formats } from '../../base/l10n';

/** The largest number of servers that are all in sight, without a scroll bar of their own. */
const mostWithoutScrolling = 12;

/**
 * Memory, disk and load of all servers as bars in a table that can be sorted. The roles are explicit, because a
 * narrow page shows each row as a block, which would otherwise make it lose them.
 */
export function drawServers(view: FleetView, servers: readonly ServerRow[]): HTMLElement[] {
  if (servers.length === 0) return [h('p', { class: 'note' }, view.words.nothing)];
  const { memory, disk, load } = view.words;
  const columns = [view.words.server, view.words.state, memory, disk, load];
  const rows = sort(servers, view.sorting);
  const body = h('tbody', { role: 'rowgroup' });
  const more = h('button', { type: 'button', class: 'secondary', id: 'servers/more' });
  let count = 0;
  const grow = (most: number): void => {
    body.append(...rows.slice(count, most).map((row) => drawServer(view, row, columns)));
    count = Math.min(most, rows.length);
    view.shownServers = most;
    more.textContent = view.word('showMore', formats.number(rows.length - count));
    more.hidden = count >= rows.length;
  };
  more.addEventListener('click', () => grow(count + drawnAtOnce));
  grow(view.shownServers);
  const frame = h(
    'table',
    { class: 'bars', role: 'table', 'aria-labelledby': 'servers/title' },
    h(
      'thead',
      { role: 'rowgroup' },
      h('tr', { role: 'row' }, ...columns.map((label, index) => drawHeading(view, label, index))),
    ),
    body,
  );
  const scrolls = rows.length > mostWithoutScrolling ? ' many' : '';
  return [h('div', { class: `scroller rows${scrolls}`, id: 'servers/rows' }, frame), more];
}

function drawHeading(view: FleetView, label: string, column: number): HTMLElement {
  const { sorting } = view;
  const isSorted = sorting.column === column;
  // Fullest and busiest first.
  const isDescending = isSorted ? !sorting.isDescending : column > 1;
  const sortBy = (): void => view.sort({ column, isDescending });
  return drawSortHeading(label, `sort/${column}`, isSorted ? sorting : undefined, sortBy);
}

function drawServer(
  view: FleetView,
  { id, name, state, tone, uses }: ServerRow,
  columns: readonly string[],
): HTMLElement {
  return h(
    'tr',
    { role: 'row' },
    h('th', { role: 'rowheader', scope: 'row' }, drawLink(view, 'servers', id, name)),
    h(
      'td',
      { role: 'cell', 'data-column': columns[1] },
      h('span', { class: `state tone-${tone}` }, foreignNode(state)),
    ),
    ...uses.map((use, index) =>
      h(
        'td',
        { role: 'cell', class: 'use', 'data-column': columns[index + 2] },
        ...drawUse(view, use),
      ),
    ),
  );
}

function drawUse(view: FleetView, use: Use | undefined): readonly HTMLElement[] {
  if (!use) return [h('span', { class: 'note' }, view.words.notChecked)];
  const fill = h('span', { class: `fill tone-${use.tone}` });
  fill.style.width = `${Math.min(1, use.share) * 100}%`;
  return [
    h(
      'span',
      { class: 'use-bar' },
      h('span', { class: 'share-track', 'aria-hidden': 'true' }, fill),
      h('span', { class: 'use-text' }, use.text),
    ),
  ];
}

/** Sorted rows; those without a value are last in either direction. */
function sort(
  servers: readonly ServerRow[],
  { column, isDescending }: ServerSorting,
): readonly ServerRow[] {
  const sign = isDescending ? -1 : 1;
  if (column < 2) {
    const textOf = (row: ServerRow): string => (column === 0 ? row.name : row.state);
    return servers.toSorted((a, b) => sign * collator.compare(textOf(a), textOf(b)));
  }
  const valueOf = ({ uses }: ServerRow): number =>
    uses[column - 2]?.share ?? (isDescending ? -1 : Number.POSITIVE_INFINITY);
  return servers.toSorted((a, b) => {
    const [first, second] = [valueOf(a), valueOf(b)];
    return first === second ? collator.compare(a.name, b.name) : sign * (first < second ? -1 : 1);
  });
}
