import type { EventFilter, EventLevel, FollowWords, ShownSource } from './protocol';
import { h } from '../dom';

/** What the toolbar calls back. */
interface ToolbarActions {
  readonly filter: (filter: EventFilter) => void;
  readonly pause: (isPaused: boolean) => void;
}

/** The filters, and the button that pauses. */
export interface Toolbar {
  readonly element: HTMLElement;
  /** Shows the logs to choose from, and whether reading is paused. */
  update(sources: readonly ShownSource[], isPaused: boolean): void;
}

/** Draws the toolbar once: it must keep the typed text while events arrive. */
export function drawToolbar(
  words: FollowWords,
  start: EventFilter,
  { filter, pause }: ToolbarActions,
): Toolbar {
  let isPaused = false;
  const change = (): void =>
    filter({ source: source.value, level: level.value as EventLevel, text: text.value });
  const text = h('input', { type: 'search', id: 'text', oninput: change });
  const source = h('select', { id: 'source', onchange: change });
  const level = h('select', { id: 'level', onchange: change }, ...levelOptions(words));
  text.value = start.text;
  level.value = start.level;
  const sourceLabel = label(words.source, source);
  const button = h(
    'button',
    { type: 'button', class: 'secondary', id: 'pause', onclick: () => pause(!isPaused) },
    words.pause,
  );
  const element = h(
    'div',
    { class: 'filters' },
    label(words.filter, text),
    sourceLabel,
    label(words.level, level),
    button,
  );
  return {
    element,
    update(sources, paused) {
      isPaused = paused;
      button.textContent = paused ? words.resume : words.pause;
      element.classList.toggle('is-paused', paused);
      sourceLabel.hidden = sources.length < 2;
      const chosen = source.options.length > 0 ? source.value : start.source;
      source.replaceChildren(
        h('option', { value: '' }, words.all),
        ...sources.map(({ id, name }) => h('option', { value: id }, name)),
      );
      source.value = sources.some(({ id }) => id === chosen) ? chosen : '';
    },
  };
}

function levelOptions(words: FollowWords): HTMLOptionElement[] {
  const levels: readonly (readonly [EventLevel, string])[] = [
    ['information', words.allLevels],
    ['important', words.important],
    ['warning', words.warnings],
  ];
  return levels.map(([value, label]) => h('option', { value }, label));
}

function label(text: string, control: HTMLElement): HTMLLabelElement {
  return h('label', { class: 'filter' }, h('span', {}, text), control);
}
