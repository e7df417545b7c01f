import { h } from '../dom';
import { timed } from '../timed';
import type { ListState } from '../protocol';
import type { View } from '../view';
import { formats } from '../../base/l10n';

/** How many items are drawn at once; more on request. */
export const drawnAtOnce = 100;

/** The number of items from which a filter box is shown. */
const filterFrom = 20;

/** Something that is drawn only if it matches the filter. */
export interface Drawable {
  readonly text: string;
  draw(): HTMLElement;
}

/** Possibly many items and where they go. */
interface Many {
  /** The section's id and title. */
  readonly id: string;
  readonly title: string;
  readonly list: HTMLElement;
  readonly frame: HTMLElement;
  readonly isFilterable?: boolean | undefined;
  /** In the requested order. */
  readonly drawables: (state: ListState) => readonly Drawable[];
}

/** Draws the first of many items, the rest on request, and a filter if there are enough of them. */
export function drawMany(many: Many, view: View): HTMLElement[] {
  const { id, list, frame, isFilterable, drawables } = many;
  const more = h('button', { type: 'button', class: 'secondary', id: `${id}/more` });
  const none = h('p', { class: 'note' }, view.words.noMatch);
  const state = (): ListState => view.list(id);
  let shown: readonly Drawable[] = [];
  let count = 0;
  const grow = (to: number): void => {
    list.append(...shown.slice(count, to).map((each) => each.draw()));
    count = Math.min(to, shown.length);
    more.replaceChildren(view.words.more.replace('{0}', formats.number(shown.length - count)));
    more.hidden = count >= shown.length;
  };
  const show = (): void => {
    const wanted = state().wanted.toLowerCase();
    shown = drawables(state()).filter(({ text }) => text.toLowerCase().includes(wanted));
    list.replaceChildren();
    count = 0;
    grow(Math.max(drawnAtOnce, state().count));
    none.hidden = shown.length > 0;
  };
  more.addEventListener('click', () => {
    view.keepList(id, { ...state(), count: count + drawnAtOnce });
    grow(state().count);
  });
  show();
  const hasFilter = isFilterable === true || drawables(state()).length > filterFrom;
  return [...(hasFilter ? [drawFilter(many, show, view)] : []), frame, none, more];
}

function drawFilter({ id, title }: Many, show: () => void, view: View): HTMLElement {
  const filter = h('input', {
    type: 'search',
    id: `${id}/filter`,
    placeholder: view.words.filter,
    'aria-label': `${view.words.filter}: ${title}`,
    oninput: () =>
      timed('filter', () => {
        view.keepList(id, { ...view.list(id), wanted: filter.value, count: 0 });
        show();
      }),
  });
  filter.value = view.list(id).wanted;
  return filter;
}
