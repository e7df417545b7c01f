import { drawFilterSelect } from './filters';
import type { ScheduleModel } from './protocol';
import type { FleetView } from './view';
import { h } from '../dom';
import { dayMs } from '../../base/moment';
import { formats } from '../../base/l10n';

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
    drawFilterSelect({
      id: 'schedule/server',
      label: view.words.server,
      all: view.words.all,
      value: filter.server,
      choices: servers,
      choose: (server) => view.filterSchedule({ ...filter, server }),
    }),
    drawFilterSelect({
      id: 'schedule/user',
      label: view.words.user,
      all: view.words.all,
      value: filter.user,
      choices: users,
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
