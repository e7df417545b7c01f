import { Calm } from './calm';
import { foreign, h } from './dom';
import { keepFocus } from './focus';
import type { PanelModel, PanelValue } from './model';
import { PendingChanges } from './pendingChanges';
import type {
  FieldProblem,
  FromPanel,
  PanelState,
  PendingChange,
  ToPanel,
  Words,
} from './protocol';
import { drawSection, drawSkeleton } from './sections';
import type { ListState, View } from './view';

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
  readonly #secrets = new Map<string, string>();
  readonly #lists = new Map<string, ListState>();
  readonly #calm = new Calm(window);
  #problems: readonly FieldProblem[] = [];
  #model: PanelModel | undefined;
  #isBusy = false;
  /** Whether what was sent is saved, and not read again yet. */
  #isSaved = false;
  #note = '';

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
    this.#keep();
  }

  /** Takes in what the extension tells. */
  take(message: ToPanel): void {
    switch (message.type) {
      case 'model':
        this.#model = message.model;
        this.#settle();
        break;
      case 'failure':
        this.#model = undefined;
        this.#settle();
        this.#calm.run(() => this.#drawFailure(message.text, message.needsSignIn));
        return;
      case 'busy':
        this.#isBusy = message.isBusy;
        break;
      case 'saved':
        this.#isSaved = true;
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
      case 'secret':
        this.#secrets.set(message.id, message.value);
        setTimeout(() => this.hide(message.id), secretTime);
        break;
    }
    this.draw();
  }

  list(id: string): ListState {
    const state = this.#lists.get(id) ?? { wanted: '', count: 0 };
    this.#lists.set(id, state);
    return state;
  }

  change(id: string): PendingChange | undefined {
    return this.#changes.get(id);
  }

  problem(id: string): FieldProblem | undefined {
    return this.#problems.find((problem) => problem.id === id);
  }

  secret(id: string): string | undefined {
    return this.#secrets.get(id);
  }

  set(id: string, from: PanelValue, to: PanelValue): void {
    this.#changes.set(id, from, to);
    this.#problems = this.#problems.filter((problem) => problem.id !== id);
    this.#keep();
    const field = [...this.#root.querySelectorAll<HTMLElement>('[data-field]')].find(
      (each) => each.dataset['field'] === id,
    );
    field?.classList.toggle('changed', from !== to);
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

  /** Draws everything anew, as soon as nothing is pressed; what has the focus keeps it. */
  draw(): void {
    this.#calm.run(() => this.#drawNow());
  }

  #drawNow(): void {
    const model = this.#model;
    if (!model) return;
    performance.mark('draw');
    const restoreFocus = keepFocus();
    this.#root.setAttribute('aria-busy', String(this.#isBusy));
    this.#root.replaceChildren(
      h(
        'header',
        {},
        h('div', {}, h('h1', {}, foreign(model.title)), h('p', {}, foreign(model.subtitle))),
        h('div', { class: 'buttons' }, ...model.buttons.map((each) => this.#button(each))),
      ),
      ...model.sections.map((section) => drawSection(section, this)),
      h('div', { class: 'save-bar', id: 'save-bar' }),
    );
    this.#drawBar();
    restoreFocus();
    performance.measure('draw', 'draw');
  }

  #button({ id, label }: PanelModel['buttons'][number]): HTMLElement {
    return h(
      'button',
      {
        type: 'button',
        class: 'secondary',
        id: `button/${id}`,
        onclick: () => this.send(id === 'refresh' ? { type: 'refresh' } : { type: 'press', id }),
      },
      label,
    );
  }

  #drawBar(): void {
    const bar = document.getElementById('save-bar');
    if (!bar) return;
    const count = this.#changes.all.length;
    const isSaving = this.#changes.areSent;
    bar.hidden = count === 0;
    bar.replaceChildren(
      h('span', {}, this.#note || this.words.unsaved.replace('{0}', String(count))),
      h(
        'button',
        { type: 'button', id: 'save', disabled: isSaving, onclick: () => this.save() },
        this.words.save,
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'secondary',
          id: 'discard',
          disabled: isSaving,
          onclick: () => this.#discard(),
        },
        this.words.discard,
      ),
    );
  }

  /** Changes that were saved stay in sight until the state that has them is drawn. */
  #settle(): void {
    if (!this.#isSaved) return;
    this.#isSaved = false;
    this.#changes.saved();
    this.#keep();
  }

  /** Changes that the extension hands over, from before a reload or from a panel that was closed. */
  #given(): readonly PendingChange[] {
    return JSON.parse(this.#root.dataset['changes'] ?? '[]') as readonly PendingChange[];
  }

  #discard(): void {
    this.#changes.discard();
    this.#problems = [];
    this.#note = '';
    this.#keep();
    this.draw();
  }

  #drawFailure(text: string, needsSignIn: boolean): void {
    const act = (label: string, message: FromPanel): HTMLElement =>
      h('button', { type: 'button', onclick: () => this.#retry(message) }, label);
    this.#root.setAttribute('aria-busy', 'false');
    this.#root.replaceChildren(
      h('p', { class: 'failure', role: 'alert' }, foreign(text)),
      h(
        'div',
        { class: 'buttons' },
        act(this.words.tryAgain, { type: 'refresh' }),
        ...(needsSignIn ? [act(this.words.signIn, { type: 'signIn' })] : []),
      ),
    );
  }

  #retry(message: FromPanel): void {
    if (message.type === 'refresh') this.#root.replaceChildren(drawSkeleton(8));
    this.send(message);
  }

  /** Lets the editor keep what is to outlive a reload, and tells the extension. */
  #keep(): void {
    const changes = this.#changes.all;
    this.#editor.setState({ path: this.#path, instance: this.#instance, changes });
    this.send({ type: 'changed', changes });
  }

  #say(text: string): void {
    this.#live.replaceChildren(text);
  }
}
