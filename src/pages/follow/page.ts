import { drawToolbar, type Toolbar } from './toolbar';
import { toMatcher } from './matches';
import {
  type EventFilter,
  type FollowState,
  type FollowWord,
  type FollowWords,
  type FromFollow,
  mostEvents,
  type ShownEvent,
  type ShownSource,
  type ToFollow,
} from './protocol';
import { drawEvent } from './row';
import { foreignNode, h } from '../dom';
import { formats } from '../formats';

/** The part of the editor's API that is available to the page. */
export interface FollowEditor {
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
export class FollowPage {
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
    // The editor's own function, which has no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#editor.postMessage(message);
  }
}
