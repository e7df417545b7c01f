import type { DaysItem, Line, WeekItem } from '../model';
import type { View } from '../view';
import { pressing } from './buttons';
import { drawShape, h } from '../dom';
import { dayMs, toUtcClock } from '../../base/moment';

/** How many there are on each day, as buttons. */
export function drawDays({ label, length, days, axis }: DaysItem, view: View): HTMLElement {
  const bars = days.map(({ day, share, tone, button: { id, label: text } }) => {
    const name = { title: text, 'aria-label': text };
    const bar = h(`button.day.${tone}`, pressing(id, view), name);
    // Set through the DOM: the page's policy blocks style attributes.
    bar.style.left = `${(day / length) * 100}%`;
    bar.style.width = `${100 / length}%`;
    bar.style.height = `${Math.max(0.12, share) * 100}%`;
    return bar;
  });
  return h('div', h('div.days', { role: 'group', 'aria-label': label }, bars), drawScale(axis));
}

/** The times below the heading of a column of lines. */
export function drawAxis({ from }: Line): HTMLElement {
  return drawScale([0, 6, 12, 18, 24].map((hour) => toUtcClock(from + (hour * dayMs) / 24)));
}

function drawScale(texts: readonly string[]): HTMLElement {
  const words = texts.map((text) => h('span', text));
  return h('div.axis', { 'aria-hidden': 'true' }, words);
}

export function drawLegend({ words }: View): HTMLElement {
  const swatch = (kind: RunKind): HTMLElement =>
    h(`span.swatch.${kind}`, { 'aria-hidden': 'true' });
  return h('p.note', swatch('single'), words.single, swatch('several'), words.several);
}

type RunKind = 'single' | 'several';

/** Runs as a slider: arrow keys move to the next part with runs. */
export function drawLine(line: Line, name: string, view: View): HTMLElement {
  const { id, slots } = line;
  const first = Math.max(0, slots.search(/[12]/));
  const cursor = h('span.cursor', { 'aria-hidden': 'true' });
  const strip = h(
    'div.strip',
    {
      id: `line/${id}`,
      role: 'slider',
      tabindex: 0,
      'aria-label': name,
      'aria-valuemin': 0,
      'aria-valuemax': slots.length - 1,
      onclick: (event) => open(slotAt(strip, slots.length, event)),
      onpointermove: (event) => point(slotAt(strip, slots.length, event)),
      onkeydown: (event) => {
        if (!(event instanceof KeyboardEvent)) return;
        const place = view.places.get(id) ?? first;
        if (event.key === 'Enter') open(place);
        const next = nextSlot(slots, place, event.key);
        if (next === undefined) return;
        event.preventDefault();
        point(next);
      },
    },
    drawRuns(slots, 'single'),
    drawRuns(slots, 'several'),
    cursor,
  );
  const move = (at: number): string => {
    const text = describeSlot(line, at, view);
    cursor.style.left = `${(at / slots.length) * 100}%`;
    strip.setAttribute('aria-valuenow', String(at));
    strip.setAttribute('aria-valuetext', text);
    return text;
  };
  const point = (at: number): void => {
    view.places.set(id, at);
    strip.title = move(at);
    if (slots[at] !== '0') view.hint(`${id}/${at}`, (text) => (strip.title = text));
  };
  const open = (at: number): void => {
    if (slots[at] !== '0') view.send({ type: 'press', id: `${id}/${at}` });
  };
  move(view.places.get(id) ?? first);
  return strip;
}

function describeSlot({ slots, from }: Line, at: number, { words }: View): string {
  const state = { '0': words.noRuns, '1': words.single }[slots[at] ?? '0'];
  return `${toUtcClock(from + (at * dayMs) / slots.length)}: ${state ?? words.several}`;
}

const height = 10;

/** The runs of one kind as one shape: neighboring slots are joined. */
function drawRuns(text: string, kind: RunKind): HTMLElement {
  const digit = kind === 'single' ? '1' : '2';
  const top = kind === 'single' ? height * 0.4 : 0;
  let shape = '';
  for (const { 0: run, index } of text.matchAll(new RegExp(`${digit}+`, 'g'))) {
    shape += `M${index} ${top}h${run.length}V${height}h-${run.length}z`;
  }
  const frame = { viewBox: `0 0 ${text.length} ${height}` };
  return h('span.runs', drawShape('path', { d: shape, class: kind }, frame));
}

function slotAt(strip: HTMLElement, slots: number, event: Event): number {
  const { left, width } = strip.getBoundingClientRect();
  const x = event instanceof MouseEvent ? event.clientX : left;
  return Math.min(slots - 1, Math.max(0, Math.floor(((x - left) / width) * slots)));
}

/** The next slot with runs in an arrow key's direction. */
function nextSlot(text: string, from: number, key: string): number | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return undefined;
  let at = from + step;
  while (text[at] === '0') at += step;
  return text[at] === undefined ? from : at;
}

const steps = 5;

/** A number for each hour: a table whose cells are colored. Arrow keys move from cell to cell. */
export function drawWeek({ label, days }: WeekItem, view: View): HTMLElement {
  const hours = days.map((day) => day.hours);
  const most = Math.max(1, ...hours.flat().map(({ count }) => count));
  const headings = (hours[0] ?? []).map((_, hour) => h('th', { scope: 'col' }, String(hour)));
  const rows = days.map(({ name, hours: own }, row) => {
    const cells = own.map((hour, column) =>
      h('td', drawHour(hour, most, row + column === 0, view)),
    );
    return h('tr', h('th', { scope: 'row' }, name), cells);
  });
  const table = h('table.heat', { 'aria-label': label, onkeydown: moveFocus });
  table.append(h('thead', h('tr', h('td'), headings)), h('tbody', rows));
  return h('div.scroller', table);
}

function drawHour(
  { id, count, text }: WeekItem['days'][number]['hours'][number],
  most: number,
  isFirst: boolean,
  view: View,
): HTMLElement {
  const step = count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * steps));
  const attributes = {
    tabindex: isFirst ? 0 : -1,
    'aria-label': text,
    title: text,
    onpointerenter: () => view.hint(id, (hint) => (button.title = `${text}\n${hint}`)),
  };
  const button = h(`button.cell.heat-${step}`, pressing(id, view), attributes, compact(count));
  return button;
}

function compact(count: number): string {
  if (count === 0) return '';
  return count < 1_000 ? String(count) : `${Math.round(count / 1_000)}k`;
}

const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -24,
  ArrowDown: 24,
};

function moveFocus(event: Event): void {
  const { currentTarget: table, target } = event;
  if (!(event instanceof KeyboardEvent) || !(table instanceof HTMLElement)) return;
  const cells = [...table.querySelectorAll<HTMLElement>('.cell')];
  const at = cells.findIndex((cell) => cell === target);
  const move = moves[event.key];
  const next = move === undefined ? undefined : cells[at + move];
  if (!next) return;
  event.preventDefault();
  for (const cell of cells) cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
