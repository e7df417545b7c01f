import {
  type EventFilter,
  type EventLevel,
  type FollowState,
  type FollowWord,
  type FollowWords,
  type FromFollow,
  mostEvents,
  type ShownEvent,
  type ShownSource,
  type ToFollow,
} from './protocol';
import { timed } from '../timed';
import { toMatcher } from './matches';
import { foreignNode, h } from '../dom';
import { formats, useLanguage } from '../../base/l10n';

useLanguage(document.documentElement.lang);

/** The part of the editor's API that is available to the page. */
interface FollowEditor {
  postMessage(message: FromFollow): void;
  getState(): FollowState | undefined;
  setState(state: FollowState): void;
}

/** An event and its row. */
interface Drawn {
  readonly event: ShownEvent;
  readonly row: HTMLElement;
}

/** How close to the end, in pixels, counts as there. */
const closeToEnd = 40;

/** The page of followed events: appends what the extension sends, and filters it. */
class FollowPage {
  readonly #editor: FollowEditor;
  readonly #words: FollowWords;
  readonly #paths: readonly string[];
  readonly #toolbar: Toolbar;
  readonly #list: HTMLElement;
  readonly #note = h('p', { class: 'note', id: 'count', role: 'status' });
  readonly #problems = h('div', { id: 'problems', role: 'alert' });
  /** Outside the alert, which names the reasons alone. */
  readonly #retry: HTMLElement;
  readonly #newest: HTMLElement;
  #filter: EventFilter;
  #sources: readonly ShownSource[] = [];
  /** By time, oldest first. */
  #drawn: Drawn[] = [];

  constructor(editor: FollowEditor, root: HTMLElement) {
    this.#editor = editor;
    this.#words = JSON.parse(root.dataset['words'] ?? '{}') as FollowWords;
    this.#paths = JSON.parse(root.dataset['paths'] ?? '[]') as readonly string[];
    this.#filter = editor.getState()?.filter ?? { source: '', level: 'information', text: '' };
    this.#keep();
    const words = this.#words;
    this.#toolbar = drawToolbar(words, this.#filter, {
      filter: (filter) => this.#setFilter(filter),
      pause: (isPaused) => this.#send({ type: 'pause', isPaused }),
    });
    this.#list = h('div', {
      id: 'events',
      class: 'events',
      role: 'log',
      tabindex: 0,
      'aria-label': words.events,
      onscroll: () => this.#showNewest(),
    });
    const retry = (): void => this.#send({ type: 'retry' });
    const button = { type: 'button', id: 'retry', onclick: retry };
    this.#retry = h('div', { class: 'retry', hidden: true }, h('button', button, words.tryAgain));
    this.#newest = h(
      'button',
      { type: 'button', id: 'newest', class: 'newest', onclick: () => this.#toEnd() },
      words.newest,
    );
    const heading = h('h1', { id: 'heading', tabindex: -1 }, document.title);
    root.removeAttribute('aria-busy');
    root.classList.add('follow');
    root.replaceChildren(
      h('header', {}, h('div', {}, heading, this.#note), this.#toolbar.element),
      this.#problems,
      this.#retry,
      this.#list,
      this.#newest,
    );
    this.#count();
    this.#showNewest();
    this.#send({ type: 'ready' });
  }

  /** Handles a message from the extension. */
  take(message: ToFollow): void {
    if (message.type === 'sources') {
      this.#sources = message.sources;
      this.#toolbar.update(message.sources, message.isPaused);
      this.#showProblems();
      return;
    }
    const isAtEnd = this.#isAtEnd();
    if (message.isAll) {
      this.#drawn = [];
      this.#list.replaceChildren();
    }
    const matches = toMatcher(this.#filter);
    for (const event of message.events) this.#insert(event, matches);
    for (const { row } of this.#drawn.splice(0, this.#drawn.length - mostEvents)) row.remove();
    this.#count();
    if (isAtEnd) this.#toEnd();
    else this.#showNewest();
  }

  /** Inserts an event after those of the same time or earlier. */
  #insert(event: ShownEvent, matches: ReturnType<typeof toMatcher>): void {
    const source = this.#sources.find(({ id }) => id === event.source);
    const row = drawEvent(event, {
      name: this.#sources.length > 1 ? source?.name : undefined,
      gap: this.#words.gap,
      open: () => this.#send({ type: 'open', id: event.source }),
    });
    row.hidden = !matches(event);
    const before = this.#drawn.findLastIndex((each) => each.event.order <= event.order);
    const after = this.#drawn[before];
    if (after) after.row.after(row);
    else this.#list.prepend(row);
    this.#drawn.splice(before + 1, 0, { event, row });
  }

  #setFilter(filter: EventFilter): void {
    this.#filter = filter;
    this.#keep();
    const matches = toMatcher(filter);
    for (const { event, row } of this.#drawn) row.hidden = !matches(event);
    this.#count();
    this.#toEnd();
  }

  #keep(): void {
    this.#editor.setState({ paths: this.#paths, filter: this.#filter });
  }

  #count(): void {
    const all = this.#drawn.length;
    const shown = this.#drawn.filter(({ row }) => !row.hidden).length;
    // What can't be read may have events.
    const isUnread = this.#sources.some(({ problem }) => problem !== '');
    if (all === 0) this.#note.textContent = isUnread ? '' : this.#words.none;
    else if (shown === 0) this.#note.textContent = this.#words.noMatch;
    else this.#note.textContent = this.#word('shown', formats.number(shown), formats.number(all));
  }

  #showProblems(): void {
    const failed = this.#sources.filter(({ problem }) => problem !== '');
    this.#problems.replaceChildren(
      ...failed.map(({ name, problem }) =>
        h('p', { class: 'problem' }, foreignNode(name), ': ', foreignNode(problem)),
      ),
    );
    this.#retry.hidden = failed.length === 0;
    this.#count();
  }

  #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#list;
    return scrollHeight - clientHeight - scrollTop <= closeToEnd;
  }

  #toEnd(): void {
    this.#list.scrollTop = this.#list.scrollHeight;
    this.#showNewest();
  }

  #showNewest(): void {
    this.#newest.hidden = this.#isAtEnd();
  }

  #word(name: FollowWord, ...values: readonly string[]): string {
    return values.reduce(
      (text, value, index) => text.replace(`{${index}}`, value),
      this.#words[name],
    );
  }

  #send(message: FromFollow): void {
    this.#editor.postMessage(message);
  }
}

interface RowParts {
  /** The name of the event's log; undefined if only one is followed. */
  readonly name: string | undefined;
  /** The text that says that events before it are missing. */
  readonly gap: string;
  readonly open: () => void;
}

/** An event: its time, level, log and text. */
function drawEvent(event: ShownEvent, { name, gap, open }: RowParts): HTMLElement {
  const { at, time, level, levelText, text, isAfterGap } = event;
  const when =
    at === undefined
      ? h('span', { class: 'when' }, foreignNode(time))
      : h('time', { class: 'when', datetime: new Date(at).toISOString() }, formats.moment(at));
  return h(
    'div',
    { class: `event level-${level}` },
    ...(isAfterGap ? [h('p', { class: 'note gap' }, gap)] : []),
    when,
    h('span', { class: 'level' }, foreignNode(levelText)),
    ...(name === undefined
      ? []
      : [h('button', { type: 'button', class: 'link from', onclick: open }, foreignNode(name))]),
    h('span', { class: 'text' }, foreignNode(text)),
  );
}

interface ToolbarActions {
  readonly filter: (filter: EventFilter) => void;
  readonly pause: (isPaused: boolean) => void;
}

/** The filters, and the button that pauses. */
interface Toolbar {
  readonly element: HTMLElement;
  /** Shows the logs to choose from, and whether reading is paused. */
  update(sources: readonly ShownSource[], isPaused: boolean): void;
}

/** Draws the toolbar once: it must keep the typed text while events arrive. */
function drawToolbar(
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

declare function acquireVsCodeApi(): FollowEditor;

const root = document.getElementById('panel');
if (root) {
  const page = new FollowPage(acquireVsCodeApi(), root);
  window.addEventListener('message', (event: MessageEvent<ToFollow>) =>
    // The message data is only deserialized when it's accessed.
    timed('script', () => page.take(event.data)),
  );
}
