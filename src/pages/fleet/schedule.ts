import type { ScheduleModel, TimeLine } from './model';
import type { FleetView } from './view';
import { drawShape, foreignNode, h } from '../dom';
import { dayMs, toUtcClock } from '../../base/moment';
import { slotMs } from './slots';
import { formats } from '../../base/l10n';
import { drawChoice } from '../draw/many';
import { drawPlainTable } from './rowList';

const slots = 144;
const height = 10;

/**
 * Every server's runs in the next 24 hours. All rows are laid out at once: laying out each one as it
 * scrolls into view takes half a frame.
 */
export function drawLines(view: FleetView, { lines, from }: ScheduleModel): HTMLElement[] {
  if (lines.length === 0) return [h('p', { class: 'note' }, view.words.noRunsKnown)];
  return [
    h(
      'p',
      { class: 'note legend' },
      h('span', { class: 'swatch single', 'aria-hidden': 'true' }),
      view.words.single,
      h('span', { class: 'swatch several', 'aria-hidden': 'true' }),
      view.words.several,
    ),
    h(
      'div',
      { class: 'axis lines-axis', 'aria-hidden': 'true' },
      ...[0, 6, 12, 18, 24].map((hour) => h('span', {}, toUtcClock(from + hour * 3_600_000))),
    ),
    h(
      'div',
      { class: 'lines', id: 'lines', role: 'list', onkeydown: moveBetweenLines },
      ...lines.map((line, index) => drawLine(view, line, { index, from })),
    ),
    h(
      'details',
      { id: 'lines/table' },
      h('summary', {}, view.words.showTable),
      drawLinesTable(view, lines),
    ),
  ];
}

/** Where a line is, and when it starts. */
interface LinePlace {
  readonly index: number;
  readonly from: number;
}

function drawLine(view: FleetView, line: TimeLine, place: LinePlace): HTMLElement {
  return h(
    'div',
    { class: 'line', role: 'listitem' },
    h('span', { class: 'line-label' }, foreignNode(line.label)),
    drawStrip(view, line, place),
  );
}

/** A server's runs as a slider: arrow keys move to the next slot with runs. */
function drawStrip(view: FleetView, line: TimeLine, { index, from }: LinePlace): HTMLElement {
  let slot = Math.max(0, line.slots.search(/[12]/));
  const describe = (at: number): string => describeSlot(view, line, at, from);
  const cursor = h('span', { class: 'cursor', 'aria-hidden': 'true' });
  const strip = h(
    'div',
    {
      class: 'strip',
      id: `pick/slot/${line.id}`,
      role: 'slider',
      tabindex: index === 0 ? 0 : -1,
      'aria-label': line.label,
      'aria-valuemin': 0,
      'aria-valuemax': slots - 1,
      onclick: (event) => open(slotAt(strip, event)),
      onpointermove: (event) => point(slotAt(strip, event)),
      onkeydown: (event) => {
        const next =
          event instanceof KeyboardEvent ? nextSlot(line.slots, slot, event.key) : undefined;
        if (event instanceof KeyboardEvent && event.key === 'Enter') open(slot);
        if (next === undefined) return;
        event.preventDefault();
        point(next);
      },
    },
    ...(['single', 'several'] as const).map((kind) => drawRuns(line.slots, kind)),
    cursor,
  );
  const point = (at: number): void => {
    slot = at;
    cursor.style.left = `${(at / slots) * 100}%`;
    strip.setAttribute('aria-valuenow', String(at));
    strip.setAttribute('aria-valuetext', describe(at));
    const isRunning = line.slots[at] !== '0';
    strip.title = describe(at);
    if (isRunning) view.hint(`slot/${line.id}/${at}`, (text) => (strip.title = text));
  };
  const open = (at: number): void => {
    if (line.slots[at] !== '0') view.pick(`slot/${line.id}/${at}`, 'lines');
  };
  strip.setAttribute('aria-valuenow', String(slot));
  strip.setAttribute('aria-valuetext', describe(slot));
  return strip;
}

function describeSlot({ words }: FleetView, line: TimeLine, at: number, from: number): string {
  const state = { '0': words.noRuns, '1': words.single }[line.slots[at] ?? '0'];
  return `${toUtcClock(from + at * slotMs)}: ${state ?? words.several}`;
}

/** The runs of one kind as one shape: neighboring slots are joined. */
function drawRuns(text: string, kind: 'single' | 'several'): HTMLElement {
  const digit = kind === 'single' ? '1' : '2';
  const top = kind === 'single' ? height * 0.4 : 0;
  let shape = '';
  for (const { 0: run, index } of text.matchAll(new RegExp(`${digit}+`, 'g'))) {
    shape += `M${index} ${top}h${run.length}V${height}h-${run.length}z`;
  }
  const picture = drawShape(
    'path',
    { d: shape, class: kind },
    { viewBox: `0 0 ${slots} ${height}` },
  );
  return h('span', { class: 'runs' }, picture);
}

function drawLinesTable(view: FleetView, lines: readonly TimeLine[]): HTMLElement {
  return drawPlainTable(
    'lines/title',
    [view.words.server, view.words.run, view.words.overlaps],
    lines.map(({ label, runs, overlaps }) => [
      foreignNode(label),
      formats.number(runs),
      formats.number(overlaps),
    ]),
  );
}

function slotAt(strip: HTMLElement, event: Event): number {
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

function moveBetweenLines(event: Event): void {
  if (!(event instanceof KeyboardEvent) || !(event.target instanceof HTMLElement)) return;
  const line = event.target.closest('.line');
  const next = {
    ArrowDown: line?.nextElementSibling,
    ArrowUp: line?.previousElementSibling,
  }[event.key]?.querySelector<HTMLElement>('.strip');
  if (!next) return;
  event.preventDefault();
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const steps = 5;
/** A Monday. */
const monday = Date.UTC(2024, 0, 1);
/** How long typing pauses before the filter applies, in milliseconds. */
const typingPauseMs = 200;

/** Runs by hour and weekday: a table whose cells are colored. Arrow keys move from cell to cell. */
export function drawHeat(view: FleetView, schedule: ScheduleModel): HTMLElement[] {
  const { heat, notes } = schedule;
  const picture = heat.some((runs) => runs > 0)
    ? h('div', { class: 'scroller' }, drawWeek(view, heat))
    : h('p', { class: 'note' }, view.words.noRunsKnown);
  return [
    drawScheduleFilters(view, schedule),
    h('p', { class: 'note', id: 'schedule/notes' }, [...notes, view.words.utc].join(' · ')),
    picture,
  ];
}

function drawWeek(view: FleetView, heat: readonly number[]): HTMLElement {
  const most = Math.max(...heat, 1);
  return h(
    'table',
    { class: 'heat', 'aria-labelledby': 'heat/title', onkeydown: moveFocus },
    h(
      'thead',
      {},
      h('tr', {}, h('td', {}), ...hours.map((hour) => h('th', { scope: 'col' }, String(hour)))),
    ),
    h(
      'tbody',
      {},
      ...[0, 1, 2, 3, 4, 5, 6].map((day) => {
        const name = formats.weekday(monday + day * dayMs);
        return h(
          'tr',
          {},
          h('th', { scope: 'row' }, name),
          ...hours.map((hour) => drawHour(view, { at: day * 24 + hour, name, hour, heat, most })),
        );
      }),
    ),
  );
}

function drawHour(
  view: FleetView,
  cell: {
    readonly at: number;
    readonly name: string;
    readonly hour: number;
    readonly heat: readonly number[];
    readonly most: number;
  },
): HTMLElement {
  const { at, name, hour, heat, most } = cell;
  const count = heat[at] ?? 0;
  const step = count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * steps));
  const text = `${name} ${hour}:00: ${view.word('runs', formats.number(count))}`;
  const button = h('button', {
    type: 'button',
    id: `pick/heat/${at}`,
    class: `cell heat-${step}`,
    tabindex: at === 0 ? 0 : -1,
    'aria-label': text,
    title: text,
    onclick: () => view.pick(`heat/${at}`, 'heat'),
    onpointerenter: () => view.hint(`heat/${at}`, (hint) => (button.title = `${text}\n${hint}`)),
  });
  button.textContent = compact(count);
  return h('td', {}, button);
}

/** A number that fits into a cell. */
function compact(count: number): string {
  if (count === 0) return '';
  return count < 1_000 ? String(count) : `${Math.round(count / 1_000)}k`;
}

function drawScheduleFilters(view: FleetView, schedule: ScheduleModel): HTMLElement {
  const { filter, servers, users } = schedule;
  let timer = 0;
  const text = h('input', {
    type: 'search',
    id: 'schedule/text',
    oninput: () => {
      view.typed = text.value;
      window.clearTimeout(timer);
      timer = window.setTimeout(
        () => view.filterSchedule({ ...filter, text: text.value }),
        typingPauseMs,
      );
    },
  });
  text.value = view.typed ?? filter.text;
  return h(
    'div',
    { class: 'filters' },
    drawChoice({
      id: 'schedule/server',
      label: view.words.server,
      all: view.words.all,
      value: filter.server,
      options: servers,
      choose: (server) => view.filterSchedule({ ...filter, server }),
    }),
    drawChoice({
      id: 'schedule/user',
      label: view.words.user,
      all: view.words.all,
      value: filter.user,
      options: users,
      choose: (user) => view.filterSchedule({ ...filter, user }),
    }),
    h('label', { class: 'filter' }, h('span', {}, view.words.text), text),
  );
}

const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -24,
  ArrowDown: 24,
};

function moveFocus(event: Event): void {
  if (!(event instanceof KeyboardEvent) || !(event.target instanceof HTMLElement)) return;
  const move = moves[event.key];
  const [, at] = /^pick\/heat\/(\d+)$/.exec(event.target.id) ?? [];
  if (move === undefined || at === undefined) return;
  event.preventDefault();
  const next = document.getElementById(`pick/heat/${Number(at) + move}`);
  if (!next) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
