import { h } from '../dom';
import { timed } from '../timed';
import type { PageFilter, RowChoice } from '../model';
import type { ListState } from '../protocol';
import type { View } from '../view';
import { formats } from '../../base/l10n';

const drawnAtOnce = 100;

const filterFrom = 20;

const closeToEnd = 40;

interface Searched {
  readonly text: () => string;
  readonly tags?: readonly string[] | undefined;
}

interface Many<Of extends object> {
  readonly id: string;
  readonly title: string;
  readonly list: HTMLElement;
  readonly frame: HTMLElement;
  readonly isFilterable?: boolean | undefined;
  readonly first?: number | undefined;
  readonly choices?: readonly RowChoice[] | undefined;
  /** Shown instead of items, if there are none. */
  readonly empty?: string | undefined;
  readonly items: (state: ListState) => readonly Of[];
  readonly search: (item: Of) => Searched;
  readonly draw: (item: Of) => HTMLElement;
}

export function drawMany<Of extends object>(many: Many<Of>, view: View): HTMLElement[] {
  const { id, frame, isFilterable, first = drawnAtOnce, items } = many;
  const more = h('button.secondary', { id: `${id}/more` });
  const none = h('p.note', view.words.noMatch);
  const state = (): ListState => view.list(id);
  const arrange = arranger(many);
  const show = (): void => {
    const shown = arrange(state(), Math.max(first, state().count));
    const drawn = many.list.childElementCount;
    const left = shown - drawn;
    const { all, more: some } = view.words;
    more.textContent = left <= drawnAtOnce ? all : fill(some, left);
    more.hidden = drawn >= shown;
    none.hidden = shown > 0;
  };
  more.addEventListener('click', () => {
    view.keepList(id, { ...state(), count: many.list.childElementCount + drawnAtOnce });
    show();
  });
  show();
  const hasFilter = isFilterable === true || items(state()).length > filterFrom;
  return [...(hasFilter ? [drawFilter(many, show, view)] : []), frame, none, more];
}

/** Draws items that are added at the end, which stays in view unless the person scrolls away. */
export function drawFollowed<Of extends object>(many: Many<Of>, view: View): HTMLElement[] {
  const { id, title, frame, empty = '', items } = many;
  const { followed, words } = view;
  const scroller = h(
    'div.scroller.followed',
    { id: `${id}/log`, role: 'log', tabindex: 0, 'aria-label': title },
    frame,
  );
  const note = h('p.note', { role: 'status' });
  const newest = h('button.newest', { id: `${id}/newest` }, words.newest);
  const arrange = arranger(many);
  const toPlace = (): void => scroller.scrollTo(0, followed.place ?? scroller.scrollHeight);
  const toEnd = (): void => {
    followed.place = undefined;
    newest.hidden = true;
    toPlace();
  };
  followed.show = () => {
    const all = items(view.list(id)).length;
    const shown = arrange(view.list(id), all);
    const some = shown === 0 ? words.noMatch : words.shown;
    note.textContent = fill(all === 0 ? empty : some, shown, all);
    newest.hidden = followed.place === undefined;
    toPlace();
  };
  scroller.addEventListener('scroll', () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const isAtEnd = scrollHeight - clientHeight - scrollTop <= closeToEnd;
    followed.place = isAtEnd ? undefined : scrollTop;
    newest.hidden = isAtEnd;
  });
  newest.addEventListener('click', toEnd);
  const show = (): void => {
    followed.show();
    toEnd();
  };
  return [drawFilter(many, show, view), note, scroller, newest];
}

function fill(text: string, ...values: readonly number[]): string {
  return values.reduce<string>(
    (filled, value, index) => filled.replace(`{${index}}`, formats.number(value)),
    text,
  );
}

/** Keeps the elements of items that the list has already. Returns how many pass the filter. */
function arranger<Of extends object>({ list, items, search, draw }: Many<Of>) {
  const elements = new WeakMap<Of, HTMLElement>();
  let drawn: ReadonlySet<HTMLElement> = new Set();
  const elementOf = (item: Of): HTMLElement => {
    const element = elements.get(item) ?? draw(item);
    elements.set(item, element);
    return element;
  };
  return (state: ListState, most: number): number => {
    const passes = toMatcher(state);
    const shown = items(state).filter((item) => passes(search(item)));
    const wanted = new Set(shown.slice(0, most).map(elementOf));
    for (const element of drawn) {
      if (!wanted.has(element)) element.remove();
    }
    drawn = wanted;
    let next = list.firstElementChild;
    for (const element of wanted) {
      if (element === next) next = next.nextElementSibling;
      else list.insertBefore(element, next);
    }
    return shown.length;
  };
}

/** Returns whether a filter shows an item, which must contain all words and have the chosen tags. */
export function toMatcher({
  wanted,
  chosen = {},
}: Pick<ListState, 'wanted' | 'chosen'>): (item: Searched) => boolean {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const needed = Object.values(chosen).filter(Boolean);
  return ({ text, tags = [] }) => {
    if (!needed.every((tag) => tags.includes(tag))) return false;
    const searched = words.length === 0 ? '' : text().toLowerCase();
    return words.every((word) => searched.includes(word));
  };
}

function drawFilter<Of extends object>(
  { id, title, choices = [] }: Many<Of>,
  show: () => void,
  view: View,
): HTMLElement {
  const keep = (change: Partial<ListState>): void =>
    timed('filter', () => {
      view.keepList(id, { ...view.list(id), ...change, count: 0 });
      show();
    });
  const filter = h('input', {
    type: 'search',
    id: `${id}/filter`,
    placeholder: view.words.filter,
    'aria-label': `${view.words.filter}: ${title}`,
    oninput: () => keep({ wanted: filter.value }),
  });
  filter.value = view.list(id).wanted;
  if (choices.length === 0) return filter;
  const selects = choices.map((choice) => {
    const { chosen = {} } = view.list(id);
    const choose = (value: string): void => {
      keep({ chosen: { ...view.list(id).chosen, [choice.id]: value } });
    };
    return drawChoice(choice, `${id}/choice/${choice.id}`, chosen[choice.id] ?? '', choose);
  });
  return h('div.filters', filter, selects);
}

/** How long typing pauses before the extension applies a text, in milliseconds. */
const typingPauseMs = 200;

export function drawFilters(filters: readonly PageFilter[] = [], view: View): HTMLElement | false {
  const fields = filters.map((filter) => {
    const id = `filter/${filter.id}`;
    const choose = (value: string): void => view.send({ type: 'filter', id: filter.id, value });
    return filter.options
      ? drawChoice(filter, id, filter.value, choose)
      : drawTextFilter(filter, id, choose, view.typed);
  });
  return fields.length > 0 && h('div.filters', fields);
}

/** A text to filter by, once the person pauses. */
function drawTextFilter(
  { label, value }: PageFilter,
  id: string,
  choose: (value: string) => void,
  typed: Map<string, string>,
): HTMLElement {
  let timer = 0;
  const text = h('input', {
    type: 'search',
    id,
    oninput: () => {
      typed.set(id, text.value);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => choose(text.value), typingPauseMs);
    },
    // The page may be hidden before the pause is over.
    onblur: () => {
      window.clearTimeout(timer);
      if (typed.has(id)) choose(text.value);
    },
  });
  if (typed.get(id) === value) typed.delete(id);
  text.value = typed.get(id) ?? value;
  return h('label.filter', h('span', label), text);
}

function drawChoice(
  { label, all, options }: RowChoice,
  id: string,
  value: string,
  choose: (value: string) => void,
): HTMLElement {
  const select = h(
    'select',
    { id, onchange: () => choose(select.value) },
    h('option', { value: '' }, all),
    options.map((each) => h('option', { value: each.value }, each.label)),
  );
  select.value = value;
  return h('label.filter', h('span', label), select);
}
