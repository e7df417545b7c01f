import * as vscode from 'vscode';
import { setContext } from '../editor/contextKeys';
import { openingCommand } from '../../explorer/rowTokens';
import { soon } from '../../base/callLater';
import { toVisible } from '../../base/foreignText';
import { Fleet, fleetTitle } from '../../panels/fleet/fleet';
import { type KeptFilters, keptFilters } from '../../panels/page/messages';
import { KeptValues } from '../../resources/storage/stored';
import type { FromPage, MessageHandlers } from '../../pages/protocol';
import type { Knowledge } from '../../findings/knowledge';
import { allAreas } from '../../findings/checker';
import { showMessage } from '../editor/messages';
import { showPick } from '../editor/quickInput';
import { PanelPage, type PanelServices } from './panelPage';
import { t } from '../../base/l10n';

/** How long to collect changes before drawing again, in milliseconds. */
const redrawDelayMs = 1_000;

/** The fleet page and its content. Sends no requests other than those of background checks. */
export class FleetPanel extends PanelPage {
  readonly #parts: PanelServices;
  readonly #kept: KeptValues<KeptFilters>;
  readonly #fleet = new Fleet();
  readonly #following: { dispose(): unknown };
  #isReady = false;
  #isOutdated = false;
  #known: Knowledge | undefined;
  #shown: Knowledge | undefined;

  protected readonly handlers: MessageHandlers<FromPage> = {
    ready: () => this.#start(),
    filter: ({ id, value }) => this.#filter(id, value),
    hint: ({ id }) => this.post({ type: 'hint', id, text: this.#fleet.hint(id) }),
    press: ({ id }) => this.#press(id),
  };

  constructor(parts: PanelServices, panel: vscode.WebviewPanel) {
    super(panel, parts.extensionUri, fleetTitle(), 'fleet');
    this.#parts = parts;
    this.#kept = new KeptValues(parts.storage, keptFilters);
    setContext('hasSeenFleet', true);
    this.#following = parts.attention.onDidRenew((knowledge) => this.#renewSoon(knowledge));
    const kept = this.#kept.get('filters');
    if (kept) this.#fleet.setFilter({ ...kept.filter, ...kept.schedule });
    this.showed();
  }

  override close(): void {
    super.close();
    this.#parts.attention.showElsewhere('fleet', []);
    this.#following.dispose();
  }

  async #start(): Promise<void> {
    this.#isReady = true;
    await this.#renew();
  }

  async #filter(id: string, value: string): Promise<void> {
    this.#fleet.choose(id, value);
    const { filter } = this.#fleet;
    await this.#kept.set('filters', { filter, schedule: filter });
    await this.#draw();
  }

  async #press(id: string): Promise<unknown> {
    if (id === 'checkNow') return vscode.commands.executeCommand('serverManagement.checkNow');
    if (id === 'copy') return this.#copy();
    const target = this.#fleet.target(id);
    if (target) return vscode.commands.executeCommand(openingCommand(target), target);
    this.#fleet.pick(id);
    return this.#draw();
  }

  async #copy(): Promise<void> {
    const sections = this.#fleet.model()?.sections ?? [];
    const chosen = await showPick(
      sections.map(({ id, title }) => ({ id, label: title })),
      { title: t('Copy as CSV'), placeHolder: t('Select what to copy') },
    );
    const text = chosen && this.#fleet.csv(chosen.id);
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    await showMessage('information', t('Copied as CSV.'));
  }

  /** Follows whether it can be seen: nothing is drawn or checked for a hidden page. */
  protected override showed(): void {
    this.#parts.attention.showElsewhere('fleet', this.isVisible ? allAreas : []);
    if (this.isVisible && this.#isOutdated) void this.#renew();
  }

  readonly #updateSoon = soon(redrawDelayMs, () => {
    const known = this.#known;
    // Asking for it announces it again: asking in answer to an announcement would never end.
    if (this.isClosed || !known || known === this.#shown) return;
    if (this.isVisible) void this.#update(known);
    else this.#isOutdated = true;
  });

  #renewSoon(knowledge: Knowledge): void {
    this.#known = knowledge;
    if (!this.isVisible) this.#isOutdated = true;
    if (this.#isReady && this.isVisible) this.#updateSoon();
  }

  async #renew(): Promise<void> {
    this.#isOutdated = false;
    await this.#update(await this.#parts.attention.known());
  }

  async #update(knowledge: Knowledge): Promise<void> {
    const { attention, sessions } = this.#parts;
    this.#shown = knowledge;
    const accounts = await sessions.accounts();
    this.#fleet.update({
      knowledge,
      findings: attention.findings,
      areas: attention.areas,
      accounts: accounts.map(({ id, label }) => ({ value: id, label: toVisible(label) })),
      now: Date.now(),
      labelOf: (target) => attention.labelOf(target),
      pathOf: (target) => attention.pathOf(target),
    });
    await this.#draw();
  }

  async #draw(): Promise<void> {
    const model = this.#fleet.model();
    if (model) await this.post({ type: 'model', model });
  }
}
