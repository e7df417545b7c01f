import * as vscode from 'vscode';
import { setContext } from '../editor/contextKeys';
import { openingCommand } from '../../explorer/openingCommand';
import { describeArea, nameArea, nameSeverity } from '../../findings/view/words';
import { callLater } from '../../base/callLater';
import { toVisible } from '../../base/foreignText';
import { Fleet } from '../../panels/fleet/fleet';
import { keptFilters } from '../../panels/page/messages';
import { KeptValues } from '../../resources/storage/keptValues';
import { fleetWords } from '../../pages/words';
import type { Knowledge } from '../../findings/knowledge';
import type { FleetFilter, ScheduleFilter } from '../../pages/fleet/model';
import { showMessage } from '../editor/messages';
import { PanelPage, type PanelServices } from './panelPage';
import { t } from '../../base/l10n';

/** How long to collect changes before drawing again, in milliseconds. */
const redrawDelayMs = 1_000;

/** The fleet page and its content. Sends no requests other than those of background checks. */
export class FleetPanel {
  readonly #parts: PanelServices;
  readonly #kept: KeptValues<Fleet['filters']>;
  readonly #page: PanelPage;
  readonly #fleet = new Fleet();
  readonly #following: { dispose(): unknown };
  #isReady = false;
  #isWaiting = false;
  #isOutdated = false;

  constructor(parts: PanelServices, panel: vscode.WebviewPanel) {
    this.#parts = parts;
    const { attention, extensionUri } = parts;
    this.#kept = new KeptValues(parts.storage, keptFilters);
    setContext('hasSeenFleet', true);
    this.#following = attention.onDidRenew(() => this.#renewSoon());
    const kept = this.#kept.get('filters');
    if (kept) {
      this.#fleet.setFilter(kept.filter);
      this.#fleet.setScheduleFilter(kept.schedule);
    }
    this.#page = new PanelPage(
      panel,
      extensionUri,
      { name: 'fleet', title: fleetTitle(), data: { words: JSON.stringify(fleetWords()) } },
      {
        handlers: {
          ready: () => this.#start(),
          filter: ({ filter }) => this.#filter(filter),
          schedule: ({ schedule }) => this.#filterSchedule(schedule),
          pick: ({ id }) => this.#pick(id),
          hint: ({ id }) => this.#page.post({ type: 'hint', id, text: this.#fleet.hint(id) }),
          press: ({ id }) => this.#press(id),
          copy: ({ id }) => this.#copy(id),
        },
        show: () => this.#show(),
      },
    );
    this.#show();
  }

  reveal(): void {
    this.#page.reveal();
  }

  /** Called after the panel was closed. */
  close(): void {
    this.#page.close();
    this.#parts.attention.showElsewhere('fleet', false);
    this.#following.dispose();
  }

  async #start(): Promise<void> {
    this.#isReady = true;
    await this.#renew();
  }

  async #filter(filter: FleetFilter): Promise<void> {
    this.#fleet.setFilter(filter);
    await this.#keep();
    await this.#draw();
  }

  async #filterSchedule(filter: ScheduleFilter): Promise<void> {
    this.#fleet.setScheduleFilter(filter);
    await this.#keep();
    const schedule = this.#fleet.schedule();
    if (schedule) await this.#page.post({ type: 'schedule', schedule });
  }

  async #pick(id: string): Promise<void> {
    const list = this.#fleet.list(id);
    if (list) await this.#page.post({ type: 'list', list });
  }

  async #keep(): Promise<void> {
    await this.#kept.set('filters', this.#fleet.filters);
  }

  async #press(id: string): Promise<void> {
    if (id === 'check') await vscode.commands.executeCommand('serverManagement.checkNow');
    const target = this.#fleet.target(id);
    if (target) await vscode.commands.executeCommand(openingCommand(target), target);
  }

  async #copy(id: string): Promise<void> {
    const text = this.#fleet.csv(id);
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    await showMessage('information', t('Copied as CSV.'));
  }

  /** Follows whether it can be seen: nothing is drawn or checked for a hidden page. */
  #show(): void {
    this.#parts.attention.showElsewhere('fleet', this.#page.isVisible);
    if (this.#page.isVisible && this.#isOutdated) void this.#renew();
  }

  #renewSoon(): void {
    if (!this.#page.isVisible) this.#isOutdated = true;
    if (this.#isWaiting || !this.#isReady || !this.#page.isVisible) return;
    this.#isWaiting = true;
    callLater(redrawDelayMs, () => {
      this.#isWaiting = false;
      if (!this.#page.isClosed) void this.#renew();
    });
  }

  async #renew(): Promise<void> {
    const { attention } = this.#parts;
    this.#isOutdated = false;
    await this.#update(await attention.known());
    await this.#draw();
  }

  async #update(knowledge: Knowledge): Promise<void> {
    const { attention, sessions } = this.#parts;
    const accounts = await sessions.accounts();
    this.#fleet.update({
      knowledge,
      findings: attention.findings,
      areas: attention.areas,
      accounts: accounts.map(({ id, label }) => ({ value: id, label: toVisible(label) })),
      now: Date.now(),
      labelOf: (target) => attention.labelOf(target),
      pathOf: (target) => attention.pathOf(target),
      regionOf,
      describeUnchecked: (area) => t('{0}: {1}', nameArea(area.id), describeArea(area)),
      nameSeverity: (severity) => nameSeverity(severity),
    });
  }

  async #draw(): Promise<void> {
    const [model, schedule] = [this.#fleet.model(), this.#fleet.schedule()];
    if (model && schedule) await this.#page.post({ type: 'fleet', model, schedule });
  }
}

/** The title of the page's tab. */
export function fleetTitle(): string {
  return t('Fleet Overview');
}

/** The name of a region in the editor's language; its code if it isn't one. */
function regionOf(code: string): string {
  try {
    const names = new Intl.DisplayNames([vscode.env.language], { type: 'region' });
    return toVisible(names.of(code.toUpperCase()) ?? code);
  } catch {
    return toVisible(code);
  }
}
