import { h } from './dom';
import { formats } from './formats';
import { drawItem } from './items';
import { measured } from './measured';
import type { EntryItem, Item, Section } from './model';
import type { ListState } from './protocol';
import type { View } from './view';

/** How many things are drawn at once; a person who wants more asks for them. */
const batch = 100;

/** From how many of them on there is a box to filter them. */
const filterFrom = 20;

/** Draws a section: its facts as a list of terms, its entries as a list, its fields one by one. */
export function drawSection(section: Section, view: View): HTMLElement {
  const { id, title, note, items, empty, isLoading, isOrdered } = section;
  const entries = items.filter((item): item is EntryItem => item.type === 'entry');
  const facts = items.filter(isFact);
  const others = items.filter((item) => item.type !== 'entry' && !isFact(item));
  const isEmpty = items.length === 0 && !isLoading;
  return h(
    'section',
    { 'aria-labelledby': `${id}/title`, ...(isLoading ? { 'aria-busy': 'true' } : {}) },
    h('h2', { id: `${id}/title` }, title, ...countOf(entries)),
    ...(note ? [h('p', { class: 'note' }, note)] : []),
    ...(isLoading ? [drawSkeleton(3)] : []),
    ...(isEmpty && empty ? [h('p', { class: 'note' }, empty)] : []),
    ...drawMany(section, others, h('div'), view),
    ...(facts.length > 0 ? [h('dl', {}, ...facts.map((item) => drawItem(item, view)))] : []),
    ...drawMany(section, entries, h(isOrdered ? 'ol' : 'ul', { class: 'entries' }), view),
  );
}

/** Grey lines where text will be. */
export function drawSkeleton(lines: number): HTMLElement {
  return h(
    'div',
    { class: 'skeleton', 'aria-hidden': 'true' },
    ...Array.from({ length: lines }, () => h('div')),
  );
}

function isFact({ type }: Item): boolean {
  return type === 'fact' || type === 'secret';
}

function countOf(entries: readonly EntryItem[]): Node[] {
  return entries.length === 0
    ? []
    : [h('span', { class: 'count' }, ` (${formats.number(entries.length)})`)];
}

/** Things that there may be many of: some at once, the rest when they are asked for. */
function drawMany(
  { id, title }: Section,
  items: readonly Item[],
  list: HTMLElement,
  view: View,
): HTMLElement[] {
  if (items.length === 0) return [];
  const more = h('button', { type: 'button', class: 'secondary', id: `${id}/more` });
  let state = view.list(id);
  const keep = (next: ListState): void => {
    state = next;
    view.keepList(id, state);
  };
  let shown: readonly Item[] = [];
  let count = 0;
  const grow = (to: number): void => {
    list.append(...shown.slice(count, to).map((item) => drawItem(item, view)));
    count = Math.min(to, shown.length);
    more.replaceChildren(view.words.more.replace('{0}', formats.number(shown.length - count)));
    more.hidden = count >= shown.length;
  };
  const show = (): void => {
    const wanted = state.wanted.toLowerCase();
    shown = items.filter((item) =>
      `${item.label} ${'detail' in item ? item.detail : ''}`.toLowerCase().includes(wanted),
    );
    list.replaceChildren();
    count = 0;
    grow(Math.max(batch, state.count));
  };
  more.addEventListener('click', () => {
    keep({ ...state, count: count + batch });
    grow(state.count);
  });
  const filter = h('input', {
    type: 'search',
    id: `${id}/filter`,
    placeholder: view.words.filter,
    'aria-label': `${view.words.filter}: ${title}`,
    oninput: () =>
      measured('filter', () => {
        keep({ wanted: filter.value, count: 0 });
        show();
      }),
  });
  filter.value = state.wanted;
  show();
  return [...(items.length > filterFrom ? [filter] : []), list, more];
}
