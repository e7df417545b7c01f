import type { RowList } from './model';
import type { FleetView } from './view';
import { drawLink as drawPress } from '../draw/buttons';
import { foreignNode, h } from '../dom';
import { formats } from '../../base/l10n';

/** The resources behind a number, each of which opens. */
export function drawRowList(view: FleetView, { title, rows, more }: RowList): HTMLElement {
  return h(
    'div',
    { id: 'list', class: 'list', role: 'group', 'aria-labelledby': 'list/title' },
    h(
      'div',
      { class: 'heading' },
      h('h3', { id: 'list/title', tabindex: -1 }, foreignNode(title)),
      h(
        'button',
        { type: 'button', class: 'secondary', id: 'list/close', onclick: () => view.closeList() },
        view.words.close,
      ),
    ),
    ...(rows.length === 0 ? [h('p', { class: 'note' }, view.words.none)] : []),
    h(
      'ul',
      { class: 'entries' },
      ...rows.map(({ id, name, detail }) =>
        h(
          'li',
          { class: 'entry' },
          drawLink(view, 'list', id, name),
          ...(detail ? [h('span', { class: 'detail' }, foreignNode(detail))] : []),
        ),
      ),
    ),
    ...(more > 0 ? [h('p', { class: 'note' }, view.word('more', formats.number(more)))] : []),
  );
}

/** A name that opens its resource; it keeps the focus when it's redrawn. */
export function drawLink(view: FleetView, section: string, id: string, name: string): HTMLElement {
  return drawPress(id, name, view, `open/${section}/${id}`);
}

/** A table whose first cells name their rows. */
export function drawPlainTable(
  titleId: string,
  columns: readonly string[],
  rows: readonly (readonly (HTMLElement | string)[])[],
): HTMLElement {
  return h(
    'table',
    { 'aria-labelledby': titleId },
    h('thead', {}, h('tr', {}, ...columns.map((each) => h('th', { scope: 'col' }, each)))),
    h(
      'tbody',
      {},
      ...rows.map((cells) =>
        h(
          'tr',
          {},
          ...cells.map((cell, index) =>
            index === 0 ? h('th', { scope: 'row' }, cell) : h('td', {}, cell),
          ),
        ),
      ),
    ),
  );
}
