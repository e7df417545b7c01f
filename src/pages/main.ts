import {
  type Failure,
  type FieldProblem,
  type FromPage,
  handle,
  type MessageHandlers,
  type ListState,
  newestRows,
  type PanelState,
  type PendingChange,
  type ToPage,
} from './protocol';
import { h } from './dom';
import { drawFailure, drawHeader, drawSection, drawTitle, headingId } from './draw/sections';
import type { PanelModel, PanelValue } from './model';
import { UnsavedChanges } from './unsavedChanges';
import { RevealedSecrets } from './revealedSecrets';
import type { Followed, View } from './view';
import type { PanelWords } from './words';
import { timed } from './timed';
import { useLanguage } from '../base/l10n';

interface Editor {
  postMessage(message: FromPage): void;
  getState(): PanelState | undefined;
  setState(state: PanelState): void;
}

declare function acquireVsCodeApi(): Editor;

/** Gap between the save bar and what is scrolled into view, in pixels. */
const edge = 8;

/** A panel's page: draws what the extension sends, and collects the person's changes. */
class Panel implements View {
  readonly handlers: MessageHandlers<ToPage> = {
    model: ({ model, failure }) => {
      this.#model = model;
      this.#receive(failure);
    },
    failure: (failure) => this.#receive(failure),
    busy: ({ isBusy }) => {
      this.#isBusy = isBusy;
      this.#drawBusy();
    },
    saved: ({ changes }) => {
      this.#saved = changes;
      this.#problems = [];
      this.#say(this.words.saved);
    },
    refused: (message) => this.#showRefusal(message),
    handOver: ({ changes }) => {
      this.changes.adopt(changes);
      this.#keep();
      this.draw();
    },
    secret: ({ id, value }) => {
      this.secrets.reveal(id, value);
      if (value === null) this.#say(this.words.none);
      this.draw();
    },
    rows: ({ rows, isAll }) => {
      this.followed.rows = newestRows([...(isAll ? [] : this.followed.rows), ...rows]);
      this.followed.show();
    },
    hint: ({ id, text }) => {
      if (this.#hinting?.id === id) this.#hinting.show(text);
    },
  };
  readonly words: PanelWords;
  readonly explained = new Set<string>();
  readonly typed = new Map<string, string>();
  readonly places = new Map<string, number>();
  readonly followed: Followed = { rows: [], place: undefined, show: () => undefined };
  readonly #page: Pick<PanelState, 'path' | 'panel' | 'instance'>;
  readonly #editor: Editor;
  readonly #root: HTMLElement;
  readonly #live: HTMLElement;
  readonly changes: UnsavedChanges;
  readonly secrets = new RevealedSecrets(() => this.draw());
  readonly #lists: Map<string, ListState>;
  readonly #place: ScrollPlace;
  readonly #deferred = new DeferWhilePressed(window);
  #problems: readonly FieldProblem[] = [];
  #model: PanelModel | undefined;
  #failure: Failure | undefined;
  #isBusy = false;
  /** Saved, but not read back yet. */
  #saved: readonly PendingChange[] | undefined;
  #note = '';
  /** True until what was refused is brought into view. */
  #isRefused = false;
  /** The section that a button led to; null before anything is drawn. */
  #answer: string | null | undefined = null;
  /** The element that had the focus before it. */
  #asker = '';
  #hinting: { readonly id: string; readonly show: (text: string) => void } | undefined;
  #lastChanged = '';

  constructor(editor: Editor, root: HTMLElement, live: HTMLElement) {
    this.#editor = editor;
    this.#root = root;
    this.#live = live;
    const { words = '{}', path = '', panel = '', instance = '', changes = '[]' } = root.dataset;
    this.words = JSON.parse(words) as PanelWords;
    this.#page = { path, panel, instance };
    const state = editor.getState();
    const isOurs = state?.instance === instance;
    // Handed over by the extension, from before a reload or from a closed panel.
    const given = JSON.parse(changes) as readonly PendingChange[];
    this.changes = new UnsavedChanges(isOurs ? state.changes : given);
    this.#lists = new Map(Object.entries(state?.lists ?? {}));
    this.#place = new ScrollPlace(state?.scroll ?? 0, () => this.#remember());
    this.#keep();
  }

  #showRefusal({ text, fields }: Extract<ToPage, { type: 'refused' }>): void {
    this.changes.refused();
    this.#problems = fields;
    // The person has now seen the newer value and may save over it.
    for (const { id, now } of fields) {
      if (now !== undefined) this.changes.startFrom(id, now);
      if (!this.#field(id)) this.#reveal(id);
    }
    this.#keep();
    this.#note = text;
    this.#isRefused = true;
    this.#say(text);
    this.draw();
  }

  #receive(failure: Failure | undefined): void {
    const isNew = failure?.text !== this.#failure?.text;
    this.#failure = failure;
    if (isNew && this.#isFailureInNote) this.#isRefused = true;
    this.#settle();
    this.draw();
  }

  list(id: string): ListState {
    return this.#lists.get(id) ?? { wanted: '', count: 0 };
  }

  keepList(id: string, state: ListState): void {
    this.#lists.set(id, state);
    this.#remember();
  }

  problem(id: string): FieldProblem | undefined {
    return this.#problems.find((problem) => problem.id === id);
  }

  set(id: string, from: PanelValue, to: PanelValue): void {
    this.changes.set(id, from, to);
    this.#problems = this.#problems.filter((problem) => problem.id !== id);
    this.#note = '';
    this.#lastChanged = id;
    this.#keep();
    this.#field(id)?.classList.toggle('changed', from !== to);
    this.#drawBar();
  }

  hint(id: string, show: (text: string) => void): void {
    this.#hinting = { id, show };
    this.send({ type: 'hint', id });
  }

  send(message: FromPage): void {
    this.#editor.postMessage(message);
  }

  save(): void {
    const changes = this.changes.send();
    if (changes.length === 0) return;
    this.#note = '';
    this.send({ type: 'save', changes });
    this.#drawBar();
  }

  refresh(): void {
    this.#say(this.words.loading);
    this.send({ type: 'refresh' });
  }

  /** Redraws everything once nothing is pressed, keeping the focus. */
  draw(): void {
    this.#deferred.run(() => this.#drawNow());
  }

  #drawNow(): void {
    const model = this.#model;
    const failure = this.#failure;
    if (!model && !failure) return;
    const restoreFocus = keepFocus((before) => this.#insteadOf(before));
    const focused = document.activeElement?.id ?? '';
    this.#place.keep();
    this.#root.replaceChildren(
      ...(model ? [] : [drawTitle(document.title)]),
      ...(failure ? [drawFailure(failure, this)] : []),
      ...(model ? this.#drawModel(model) : []),
    );
    this.followed.show();
    this.#drawBusy();
    this.#drawBar();
    restoreFocus();
    if (model) this.#place.restore(!model.sections.some(({ isLoading }) => isLoading));
    if (this.#isRefused) this.#showRefused();
    this.#showAnswer(model, focused);
  }

  #drawModel(model: PanelModel): readonly HTMLElement[] {
    const sections = model.sections.map((section) => drawSection(section, this));
    return [
      drawHeader(model, this),
      h(model.isGrid ? 'div.sections.grid' : 'div.sections', sections),
      h('div.save-bar', { id: 'save-bar' }),
    ];
  }

  /** Brings what a button led to into view and focuses it once, unless the page is only shown again. */
  #showAnswer(model: PanelModel | undefined, focused: string): void {
    const answer = model?.sections.find((section) => section.answer)?.answer?.id;
    if (answer === undefined) this.#asker = '';
    else if (this.#answer !== null && answer !== this.#answer) {
      this.#asker = focused;
      const title = document.getElementById(`${answer}/title`);
      title?.focus({ preventScroll: true });
      title?.closest('section')?.scrollIntoView({ block: 'nearest' });
    }
    this.#answer = answer;
  }

  #drawBusy(): void {
    this.#root.setAttribute('aria-busy', String(this.#isBusy));
    if (!this.#isBusy && this.#live.textContent === this.words.loading) this.#say('');
    // Progress of a save is shown next to its button.
    const isLoading = this.#isBusy && !this.changes.areSent;
    document.getElementById('busy')?.replaceChildren(isLoading ? this.words.loading : '');
  }

  /**
   * After a save, what was changed last; in a table, another button of the row; after an answer is
   * closed, what led to it.
   */
  #insteadOf(before: Element): HTMLElement | null {
    const isInBar = before.id === 'save' || before.id === 'discard';
    const field = isInBar ? this.#field(this.#lastChanged) : undefined;
    return (
      (field && findInput(field)) ??
      findInSameRow(before, this.#root) ??
      document.getElementById(this.#asker) ??
      document.getElementById(headingId)
    );
  }

  #field(id: string): HTMLElement | undefined {
    return this.#fields().find((each) => each.dataset['field'] === id);
  }

  #fields(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>('[data-field]')];
  }

  get #isFailureInNote(): boolean {
    return this.#failure !== undefined && this.#note.includes(this.#failure.text);
  }

  #reveal(id: string): void {
    for (const { id: list, items } of this.#model?.sections ?? []) {
      if (!items.some((item) => item.type === 'entry' && item.toggle?.id === id)) continue;
      this.keepList(list, { ...this.list(list), wanted: '', count: items.length });
    }
  }

  /** Brings the first refused value into view and focuses it, or else why nothing could be saved. */
  #showRefused(): void {
    this.#isRefused = false;
    const field = this.#fields().find(({ dataset }) => this.problem(dataset['field'] ?? ''));
    if (field) findInput(field)?.focus({ preventScroll: true });
    const why = this.#isFailureInNote ? this.#root.querySelector('.failure') : null;
    (field ?? why)?.scrollIntoView({ block: 'nearest' });
  }

  #drawBar(): void {
    const bar = document.getElementById('save-bar');
    if (!bar) return;
    const count = this.changes.all.length;
    bar.hidden = count === 0;
    const { saving, unsaved } = this.words;
    const state = this.changes.areSent ? saving : unsaved.replace('{0}', String(count));
    // The failure above says the rest.
    const note = this.#note
      .replace(this.#failure?.text ?? '', '')
      .replaceAll(/ {2,}/g, ' ')
      .trim();
    const restoreFocus = keepFocus();
    bar.replaceChildren(
      h('span', note || state),
      this.#barButton('save', 'primary', () => this.save()),
      this.#barButton('discard', 'secondary', () => this.#discard()),
    );
    // Otherwise the focused element could be behind the bar. Measuring lays out the whole page.
    const height = bar.hidden ? 0 : Math.ceil(bar.getBoundingClientRect().height);
    document.documentElement.style.scrollPaddingBottom = `${height + edge}px`;
    restoreFocus();
  }

  #barButton(id: 'save' | 'discard', tone: string, onclick: () => void): HTMLElement {
    // During a save the button does nothing but keeps the focus, which it would lose if it were
    // disabled.
    const isDisabled = this.changes.areSent && 'true';
    return h(`button.${tone}`, { id, onclick, 'aria-disabled': isDisabled }, this.words[id]);
  }

  /** Keeps saved changes visible until the model that contains them is drawn. */
  #settle(): void {
    if (!this.#saved) return;
    this.changes.saved(this.#saved);
    this.#saved = undefined;
    this.#keep();
    const rest = this.changes.sendRest();
    if (rest.length > 0) this.send({ type: 'save', changes: rest });
  }

  #discard(): void {
    if (!this.changes.discard()) return;
    this.#problems = [];
    this.#note = '';
    this.#keep();
    this.draw();
  }

  /** Stores what must survive a reload with the editor, and sends the changes to the extension. */
  #keep(): void {
    this.#remember();
    this.send({ type: 'changed', changes: this.changes.all });
  }

  #remember(): void {
    this.#editor.setState({
      ...this.#page,
      changes: this.changes.all,
      lists: Object.fromEntries(this.#lists),
      scroll: this.#place.now,
    });
  }

  #say(text: string): void {
    this.#live.replaceChildren(text);
  }
}

function findInput(field: HTMLElement): HTMLElement | null {
  const chosen = field.querySelector<HTMLElement>('input:checked') ?? field.querySelector('input');
  return chosen ?? field.querySelector('select');
}

/** How long a page must not scroll before its position is reported, in milliseconds. */
const stillness = 100;

/** The scroll position: reported when it changes, and restored after a redraw or a restart. */
class ScrollPlace {
  #wanted: number | undefined;
  #timer: number | undefined;

  /** @param kept the previous position, in pixels. */
  constructor(kept: number, tell: () => void) {
    this.#wanted = kept;
    window.addEventListener('scroll', () => {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(tell, stillness);
    });
    // From here on the person is scrolling elsewhere.
    for (const event of ['wheel', 'pointerdown', 'keydown']) {
      window.addEventListener(event, () => (this.#wanted = undefined), { passive: true });
    }
  }

  /** Called before drawing, during which the page may be too short for its position. */
  keep(): void {
    this.#wanted ??= Math.round(window.scrollY);
  }

  get now(): number {
    return this.#wanted ?? Math.round(window.scrollY);
  }

  /** Called after drawing. @param isWhole whether nothing more is to come. */
  restore(isWhole: boolean): void {
    if (this.#wanted === undefined) return;
    window.scrollTo(0, this.#wanted);
    if (isWhole || Math.round(window.scrollY) >= this.#wanted) this.#wanted = undefined;
  }
}

/** The result restores it on the replacement after a redraw, or else focuses `instead`. */
function keepFocus(instead?: (before: Element) => HTMLElement | null): () => void {
  const before = document.activeElement;
  return () => {
    if (!before || before.isConnected) return;
    const now = before.id ? document.getElementById(before.id) : null;
    now?.focus({ preventScroll: true });
    // Hidden elements can't take focus.
    if (!now || document.activeElement !== now) instead?.(before)?.focus({ preventScroll: true });
    else if (before instanceof HTMLInputElement && now instanceof HTMLInputElement) {
      keepSelection(before, now);
    }
  };
}

function findInSameRow(before: Element, root: ParentNode): HTMLElement | null {
  const id = before.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (id === undefined) return null;
  const rows = [...root.querySelectorAll<HTMLElement>('[data-row]')];
  return rows.find(({ dataset }) => dataset['row'] === id)?.querySelector('button') ?? null;
}

function keepSelection(before: HTMLInputElement, now: HTMLInputElement): void {
  const { selectionStart, selectionEnd, selectionDirection } = before;
  // Elements without text, such as checkboxes, have no selection.
  if (selectionStart === null) return;
  now.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
}

/** How long a pressed key or button may hold up pending work, in milliseconds. */
const maxDelayMs = 1_000;

/** An element that is removed between press and release never receives the click. */
class DeferWhilePressed {
  #isPressed = false;
  #waiting: (() => void) | undefined;
  #timer: number | undefined;

  constructor(target: Window) {
    const press = (): void => this.#press();
    const release = (): void => void setTimeout(() => this.#release());
    for (const event of ['pointerdown', 'keydown']) target.addEventListener(event, press, true);
    for (const event of ['pointerup', 'pointercancel', 'keyup', 'blur']) {
      target.addEventListener(event, release, true);
    }
  }

  run(callback: () => void): void {
    if (this.#isPressed) this.#waiting = callback;
    else callback();
  }

  #press(): void {
    this.#isPressed = true;
    // The release may go elsewhere, such as to the editor around the page.
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#release(), maxDelayMs);
  }

  #release(): void {
    window.clearTimeout(this.#timer);
    this.#isPressed = false;
    const callback = this.#waiting;
    this.#waiting = undefined;
    if (callback) timed('script', callback);
  }
}

useLanguage(document.documentElement.lang);
const root = document.getElementById('panel');
const live = document.getElementById('live');
if (root && live) {
  const editor = acquireVsCodeApi();
  const panel = timed('script', () => new Panel(editor, root, live));
  window.addEventListener('message', (event: MessageEvent<ToPage>) =>
    // The message data is only deserialized when it's accessed.
    timed('script', () => handle(panel.handlers, event.data)),
  );
  window.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    panel.save();
  });
  editor.postMessage({ type: 'ready' });
}
