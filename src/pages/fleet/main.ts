import type { FleetFilter, FleetModel, RowList, ScheduleFilter, ScheduleModel } from './model';
import type { FromPage, Handlers, ToPage } from '../protocol';
import type { FleetWords } from '../words';
import { type Editor, fill, startPage } from '../start';
import { drawCertificates } from './certificates';
import { drawFilters } from './filters';
import { drawHeat, drawLines } from './schedule';
import { drawCounts, drawTile, drawUnchecked } from './counts';
import { drawRowList } from './rowList';
import { drawServers } from './servers';
import type { FleetView, ServerSorting } from './view';
import { DeferWhilePressed } from '../deferWhilePressed';
import { h } from '../dom';
import { drawnAtOnce } from '../draw/many';
import { keepFocus } from '../focus';

/** The state that the editor keeps for the page. */
interface FleetState {
  readonly sorting?: ServerSorting;
}

/** The fleet page: draws what the extension sends. */
class FleetPage implements FleetView {
  readonly handlers: Handlers<ToPage> = {
    fleet: ({ model, schedule }) => {
      this.#model = model;
      this.#schedule = schedule;
      this.#deferred.run(() => this.draw());
    },
    schedule: ({ schedule }) => {
      this.#schedule = schedule;
      if (this.typed === schedule.filter.text) this.typed = undefined;
      this.#drawSchedule();
    },
    list: ({ list }) => this.#showList(list),
    hint: ({ id, text }) => {
      if (this.#hinting?.id === id) this.#hinting.show(text);
    },
  };
  readonly words: FleetWords;
  readonly #editor: Editor<FleetState>;
  readonly #root: HTMLElement;
  #model: FleetModel | undefined;
  #schedule: ScheduleModel | undefined;
  readonly #deferred = new DeferWhilePressed(window);
  #list: RowList | undefined;
  /** The typed filter text that isn't applied yet. */
  typed: string | undefined;
  shownServers = drawnAtOnce;
  /** The section that the list belongs to. */
  #listIn = '';
  #hinting: { readonly id: string; readonly show: (text: string) => void } | undefined;

  constructor(editor: Editor<FleetState>, root: HTMLElement) {
    this.#editor = editor;
    this.#root = root;
    this.words = JSON.parse(root.dataset['words'] ?? '{}') as FleetWords;
  }

  send(message: FromPage): void {
    this.#editor.postMessage(message);
  }

  word(name: keyof FleetWords, ...values: readonly string[]): string {
    return fill(this.words[name], ...values);
  }

  get sorting(): ServerSorting {
    return this.#editor.getState()?.sorting ?? { column: 0, isDescending: false };
  }

  sort(sorting: ServerSorting): void {
    this.#editor.setState({ sorting });
    this.draw();
  }

  filter(filter: FleetFilter): void {
    this.#list = undefined;
    this.send({ type: 'filter', filter });
  }

  filterSchedule(schedule: ScheduleFilter): void {
    this.send({ type: 'schedule', schedule });
  }

  pick(id: string, section: string): void {
    this.#listIn = section;
    this.send({ type: 'pick', id });
  }

  hint(id: string, show: (text: string) => void): void {
    this.#hinting = { id, show };
    this.send({ type: 'hint', id });
  }

  closeList(): void {
    const id = this.#list?.id;
    this.#list = undefined;
    this.draw();
    if (id !== undefined) document.getElementById(`pick/${id}`)?.focus();
  }

  draw(): void {
    const [model, schedule] = [this.#model, this.#schedule];
    if (!model || !schedule) return;
    const restore = this.#keepState();
    this.#root.removeAttribute('aria-busy');
    this.#root.replaceChildren(
      this.#drawHeader(model),
      h(
        'div',
        { class: 'fleet' },
        this.section('states', this.words.states, ...drawTile(this, 'states', model.states)),
        this.section('findings', this.words.findings, ...this.#drawFindings(model)),
        this.section('certificates', this.words.certificates, ...drawCertificates(this, model)),
        this.section('servers', this.words.servers, ...drawServers(this, model.servers)),
        this.section(
          'php',
          this.words.php,
          ...drawCounts(this, 'php', model.php),
          ...drawUnchecked(this, model.phpUnchecked),
        ),
        this.section(
          'providers',
          this.words.providers,
          ...drawCounts(this, 'providers', model.providers),
        ),
        this.section('regions', this.words.regions, ...drawCounts(this, 'regions', model.regions)),
        h('div', { id: 'schedule', class: 'wide' }, ...this.#scheduleParts(schedule)),
      ),
    );
    restore();
  }

  /** A section with its heading, the list of what was selected in it, and a button to copy it. */
  section(id: string, title: string, ...parts: readonly HTMLElement[]): HTMLElement {
    const copy = h(
      'button',
      {
        type: 'button',
        class: 'secondary',
        id: `copy/${id}`,
        'aria-label': `${this.words.copyCsv}: ${title}`,
        onclick: () => this.send({ type: 'copy', id }),
      },
      this.words.copyCsv,
    );
    return h(
      'section',
      { id: `section/${id}`, class: `part-${id}`, 'aria-labelledby': `${id}/title` },
      h('div', { class: 'heading' }, h('h2', { id: `${id}/title` }, title), copy),
      ...parts,
      ...(this.#list && this.#listIn === id ? [drawRowList(this, this.#list)] : []),
    );
  }

  #drawHeader(model: FleetModel): HTMLElement {
    return h(
      'header',
      {},
      h(
        'div',
        {},
        h('h1', { id: 'heading', tabindex: -1 }, document.title),
        h('p', {}, model.subtitle),
      ),
      h(
        'div',
        { class: 'filters' },
        ...drawFilters(this, model),
        ...(model.unchecked.length > 0 ? [this.#drawCheck()] : []),
      ),
    );
  }

  #drawCheck(): HTMLElement {
    return h(
      'button',
      { type: 'button', id: 'check', onclick: () => this.send({ type: 'press', id: 'check' }) },
      this.words.check,
    );
  }

  #drawFindings({ findings, unchecked }: FleetModel): readonly HTMLElement[] {
    const areas = h(
      'details',
      { id: 'unchecked' },
      h('summary', {}, `${this.words.notChecked} (${unchecked.length})`),
      h('ul', { class: 'entries' }, ...unchecked.map((text) => h('li', { class: 'entry' }, text))),
    );
    return [...drawTile(this, 'findings', findings), ...(unchecked.length > 0 ? [areas] : [])];
  }

  #scheduleParts(schedule: ScheduleModel): readonly HTMLElement[] {
    return [
      this.section('heat', this.words.heat, ...drawHeat(this, schedule)),
      this.section('lines', this.words.timeLine, ...drawLines(this, schedule)),
    ];
  }

  #drawSchedule(): void {
    const place = document.getElementById('schedule');
    if (!place || !this.#schedule) return;
    const restore = this.#keepState();
    place.replaceChildren(...this.#scheduleParts(this.#schedule));
    restore();
  }

  /** Remembers the focus, open tables and scroll positions; returns a function that restores them. */
  #keepState(): () => void {
    const restoreFocus = keepFocus();
    const open = [...this.#root.querySelectorAll('details[open]')].map(({ id }) => id);
    const places = ['servers/rows', 'lines'].map(
      (id) => [id, document.getElementById(id)?.scrollTop ?? 0] as const,
    );
    return () => {
      for (const id of open) document.getElementById(id)?.setAttribute('open', '');
      for (const [id, top] of places) document.getElementById(id)?.scrollTo(0, top);
      restoreFocus();
    };
  }

  #showList(list: RowList): void {
    this.#list = list;
    this.draw();
    document.getElementById('list/title')?.focus();
    document.getElementById('list')?.scrollIntoView({ block: 'nearest' });
  }
}

startPage((editor: Editor<FleetState>, root: HTMLElement) => new FleetPage(editor, root));
