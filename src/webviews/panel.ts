import { Calm } from './calm';
import { h } from './dom';
import { keepFocus } from './focus';
import { drawFailure, drawHeader, headingId } from './frame';
import type { PanelModel, PanelValue } from './model';
import { PendingChanges } from './pendingChanges';
import type {
  Failure,
  FieldProblem,
  FromPanel,
  ListState,
  PanelState,
  PendingChange,
  ToPanel,
  Words,
} from './protocol';
import { ScrollPlace } from './scrollPlace';
import { drawSection } from './sections';
import type { View } from './view';

/** The part of the editor that a page can reach. */
export interface Editor {
  postMessage(message: FromPanel): void;
  getState(): PanelState | undefined;
  setState(state: PanelState): void;
}

/** How long a credential stays to be seen, in milliseconds. */
const secretTime = 30_000;

/** The page of a panel: draws what the extension sends, and collects what the person changes. */
export class Panel implements View {
  readonly words: Words;
  readonly #path: string;
  readonly #instance: string;
  readonly #editor: Editor;
  readonly #root: HTMLElement;
  readonly #live: HTMLElement;
  readonly #changes: PendingChanges;
  readonly #secrets = new Map<string, string | null>();
  readonly #lists: Map<string, ListState>;
  readonly #place: ScrollPlace;
  readonly #calm = new Calm(window);
  #problems: readonly FieldProblem[] = [];
  #model: PanelModel | undefined;
  #failure: Failure | undefined;
  #isBusy = false;
  /** What is saved, and not read again yet. */
  #saved: readonly PendingChange[] | undefined;
  #note = '';
  /** What the person changed last. */
  #lastChanged = '';

  constructor(editor: Editor, root: HTMLElement, live: HTMLElement) {
    this.#editor = editor;
    this.#root = root;
    this.#live = live;
    this.words = JSON.parse(root.dataset['words'] ?? '{}') as Words;
    this.#path = root.dataset['path'] ?? '';
    this.#instance = root.dataset['instance'] ?? '';
    const state = editor.getState();
    const isOurs = state?.instance === this.#instance;
    this.#changes = new PendingChanges(isOurs ? state.changes : this.#given());
    this.#lists = new Map(Object.entries(state?.lists ?? {}));
    this.#place = new ScrollPlace(state?.scroll ?? 0, () => this.#remember());
    this.#keep();
  }

  /** Takes in what the extension tells. */
  take(message: ToPanel): void {
    switch (message.type) {
      case 'model':
        this.#model = message.model;
        this.#failure = message.failure;
        this.#settle();
        break;
      case 'failure':
        this.#failure = message;
        this.#settle();
        break;
      case 'busy':
        this.#isBusy = message.isBusy;
        this.#drawBusy();
        return;
      case 'saved':
        this.#saved = message.changes;
        this.#problems = [];
        this.#say(this.words.saved);
        return;
      case 'refused':
        this.#changes.refused();
        this.#problems = message.fields;
        // The person has seen what somebody else wrote there, and saves over it or not.
        for (const { id, now } of message.fields) {
          if (now !== undefined) this.#changes.startFrom(id, now);
        }
        this.#keep();
        this.#note = message.text;
        this.#say(message.text);
        break;
      case 'handOver':
        this.#changes.adopt(message.changes);
        this.#keep();
        break;
      case 'secret':
        this.#secrets.set(message.id, message.value);
        if (message.value === null) this.#say(this.words.none);
        setTimeout(() => this.hide(message.id), secretTime);
        break;
    }
    this.draw();
  }

  list(id: string): ListState {
    return this.#lists.get(id) ?? { wanted: '', count: 0 };
  }

  keepList(id: string, state: ListState): void {
    this.#lists.set(id, state);
    this.#remember();
  }

  change(id: string): PendingChange | undefined {
    return this.#changes.get(id);
  }

  problem(id: string): FieldProblem | undefined {
    return this.#problems.find((problem) => problem.id === id);
  }

  secret(id: string): string | null | undefined {
    return this.#secrets.get(id);
  }

  set(id: string, from: PanelValue, to: PanelValue): void {
    this.#changes.set(id, from, to);
    this.#problems = this.#problems.filter((problem) => problem.id !== id);
    this.#note = '';
    this.#lastChanged = id;
    this.#keep();
    this.#field(id)?.classList.toggle('changed', from !== to);
    this.#drawBar();
  }

  hide(id: string): void {
    if (this.#secrets.delete(id)) this.draw();
  }

  send(message: FromPanel): void {
    // Not a window: the editor itself takes it.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#editor.postMessage(message);
  }

  /** Sends what was changed, where anything was. */
  save(): void {
    if (this.#changes.areSent || this.#changes.all.length === 0) return;
    this.#note = '';
    this.send({ type: 'save', changes: this.#changes.send() });
    this.#drawBar();
  }

  refresh(): void {
    this.#say(this.words.loading);
    this.send({ type: 'refresh' });
  }

  /** Draws everything anew, as soon as nothing is pressed; what has the focus keeps it. */
  draw(): void {
    this.#calm.run(() => this.#drawNow());
  }

  #drawNow(): void {
    const model = this.#model;
    const failure = this.#failure;
    if (!model && !failure) return;
    const restoreFocus = keepFocus((before) => this.#insteadOf(before));
    this.#root.replaceChildren(
      ...(failure ? [drawFailure(failure, this)] : []),
      ...(model
        ? [
            drawHeader(model, this),
            ...model.sections.map((section) => drawSection(section, this)),
            h('div', { class: 'save-bar', id: 'save-bar' }),
          ]
        : []),
    );
    this.#drawBusy();
    this.#drawBar();
    restoreFocus();
    if (model) this.#place.restore(!model.sections.some(({ isLoading }) => isLoading));
  }

  #drawBusy(): void {
    this.#root.setAttribute('aria-busy', String(this.#isBusy));
    if (!this.#isBusy && this.#live.textContent === this.words.loading) this.#say('');
    // That a save runs stands beside its button.
    const isLoading = this.#isBusy && !this.#changes.areSent;
    document.getElementById('busy')?.replaceChildren(isLoading ? this.words.loading : '');
  }

  /** What gets the focus in place of something that is gone: after a save, what was changed last. */
  #insteadOf(before: Element): HTMLElement | null {
    const isInBar = before.id === 'save' || before.id === 'discard';
    const field = isInBar ? this.#field(this.#lastChanged) : undefined;
    const input =
      field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector('input');
    return input ?? document.getElementById(headingId);
  }

  #field(id: string): HTMLElement | undefined {
    return [...this.#root.querySelectorAll<HTMLElement>('[data-field]')].find(
      (each) => each.dataset['field'] === id,
    );
  }

  #drawBar(): void {
    const bar = document.getElementById('save-bar');
    if (!bar) return;
    const count = this.#changes.all.length;
    bar.hidden = count === 0;
    const { saving, unsaved } = this.words;
    const state = this.#changes.areSent ? saving : unsaved.replace('{0}', String(count));
    const restoreFocus = keepFocus();
    bar.replaceChildren(
      h('span', {}, this.#note || state),
      this.#barButton('save', 'primary', () => this.save()),
      this.#barButton('discard', 'secondary', () => this.#discard()),
    );
    restoreFocus();
  }

  #barButton(id: 'save' | 'discard', tone: string, act: () => void): HTMLElement {
    // While a save runs it does nothing, but keeps the focus, which a disabled one would lose.
    const more = this.#changes.areSent ? { 'aria-disabled': 'true' } : {};
    return h('button', { type: 'button', class: tone, id, onclick: act, ...more }, this.words[id]);
  }

  /** Changes that were saved stay in sight until the state that has them is drawn. */
  #settle(): void {
    if (!this.#saved) return;
    this.#changes.saved(this.#saved);
    this.#saved = undefined;
    this.#keep();
  }

  /** Changes that the extension hands over, from before a reload or from a panel that was closed. */
  #given(): readonly PendingChange[] {
    return JSON.parse(this.#root.dataset['changes'] ?? '[]') as readonly PendingChange[];
  }

  #discard(): void {
    // What is on its way cannot be called back.
    if (this.#changes.areSent) return;
    this.#changes.discard();
    this.#problems = [];
    this.#note = '';
    this.#keep();
    this.draw();
  }

  /** Lets the editor keep what is to outlive a reload, and tells the extension of the changes. */
  #keep(): void {
    this.#remember();
    this.send({ type: 'changed', changes: this.#changes.all });
  }

  #remember(): void {
    this.#editor.setState({
      path: this.#path,
      instance: this.#instance,
      changes: this.#changes.all,
      lists: Object.fromEntries(this.#lists),
      scroll: this.#place.now,
    });
  }

  #say(text: string): void {
    this.#live.replaceChildren(text);
  }
}
