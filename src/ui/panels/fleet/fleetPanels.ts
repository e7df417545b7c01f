import * as vscode from 'vscode';
import { fleetViewType } from '../../../panels/page/viewType';
import { createPanel } from '../../editor/webviewPanel';
import { setContext } from '../../editor/contextKeys';
import type { Attention } from '../../explorer/findings/attention';
import { openingCommand } from '../../../explorer/openingCommand';
import { describeArea, nameArea, nameSeverity } from '../../../findings/view/words';
import type { Sessions } from '../../../accounts/sessions';
import { callLater } from '../../../base/callLater';
import { toVisible } from '../../../base/foreignText';
import { Fleet } from '../../../panels/fleet/fleet';
import { parseFilters, parseFleetMessage } from '../../../panels/fleet/messages';
import { fleetWords } from '../../../panels/fleet/words';
import type { Knowledge } from '../../../findings/knowledge';
import type { KeyValues } from '../../../resources/storage/readStored';
import type { FromFleet, ToFleet } from '../../../pages/fleet/protocol';
import { showMessage } from '../../editor/messages';
import { makePage, pageFolders } from '../panelPage';
import { t } from '../../../base/l10n';

/** The fleet panel: at most one exists. */
export class FleetPanels {
  readonly #parts: FleetParts;
  #opened: FleetPanel | undefined;

  constructor(parts: FleetParts) {
    this.#parts = parts;
  }

  open(): void {
    if (this.#opened) this.#opened.reveal();
    else this.restore(createPanel(fleetViewType, fleetTitle()));
  }

  /** Fills a new panel, or one that the editor restored. */
  restore(panel: vscode.WebviewPanel): void {
    setContext('hasSeenFleet', true);
    const opened = new FleetPanel(this.#parts, panel);
    this.#opened = opened;
    panel.onDidDispose(() => {
      opened.close();
      if (this.#opened === opened) this.#opened = undefined;
    });
  }
}

const filtersKey = 'fleet.filters';
/** How long to collect changes before drawing again, in milliseconds. */
const redrawDelayMs = 1_000;

interface FleetParts {
  readonly attention: Attention;
  readonly sessions: Sessions;
  /** Where filters are kept: the editor keeps a page's state only now and then. */
  readonly storage: KeyValues;
  readonly extensionUri: vscode.Uri;
}

/** The fleet page and its content. Sends no requests other than those of background checks. */
class FleetPanel {
  readonly #parts: FleetParts;
  readonly #panel: vscode.WebviewPanel;
  readonly #fleet = new Fleet();
  readonly #subscriptions: readonly vscode.Disposable[];
  #isReady = false;
  #isWaiting = false;
  #isOutdated = false;
  #isClosed = false;

  constructor(parts: FleetParts, panel: vscode.WebviewPanel) {
    this.#parts = parts;
    this.#panel = panel;
    const { attention, extensionUri } = parts;
    const { webview } = panel;
    this.#subscriptions = [
      webview.onDidReceiveMessage((received: unknown) => {
        const message = parseFleetMessage(received);
        if (message) void this.#take(message);
      }),
      attention.onDidRenew(() => this.#renewSoon()),
      panel.onDidChangeViewState(() => this.#show()),
    ];
    const kept = parseFilters(parts.storage.get(filtersKey));
    if (kept) {
      this.#fleet.setFilter(kept.filter);
      this.#fleet.setScheduleFilter(kept.schedule);
    }
    panel.title = fleetTitle();
    webview.options = { enableScripts: true, localResourceRoots: pageFolders(extensionUri) };
    webview.html = makePage(
      { webview, extensionUri },
      { name: 'fleet', title: panel.title, data: { words: JSON.stringify(fleetWords()) } },
    );
    this.#show();
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Called after the panel was closed. */
  close(): void {
    this.#isClosed = true;
    this.#parts.attention.showElsewhere('fleet', false);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #take(message: FromFleet): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        return this.#renew();
      case 'filter':
        this.#fleet.setFilter(message.filter);
        await this.#keep();
        return this.#draw();
      case 'schedule': {
        this.#fleet.setScheduleFilter(message.schedule);
        await this.#keep();
        const schedule = this.#fleet.schedule();
        return schedule && this.#post({ type: 'schedule', schedule });
      }
      case 'pick': {
        const list = this.#fleet.list(message.id);
        return list && this.#post({ type: 'rows', list });
      }
      case 'hint':
        return this.#post({ type: 'hint', id: message.id, text: this.#fleet.hint(message.id) });
      case 'open':
        return this.#open(message.id);
      case 'copy':
        return this.#copy(message.id);
      case 'check':
        await vscode.commands.executeCommand('serverManagement.checkNow');
    }
  }

  async #keep(): Promise<void> {
    await this.#parts.storage.update(filtersKey, this.#fleet.filters);
  }

  async #open(id: string): Promise<void> {
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
    this.#parts.attention.showElsewhere('fleet', this.#panel.visible);
    if (this.#panel.visible && this.#isOutdated) void this.#renew();
  }

  #renewSoon(): void {
    if (!this.#panel.visible) this.#isOutdated = true;
    if (this.#isWaiting || !this.#isReady || !this.#panel.visible) return;
    this.#isWaiting = true;
    callLater(redrawDelayMs, () => {
      this.#isWaiting = false;
      if (!this.#isClosed) void this.#renew();
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
    if (model && schedule) await this.#post({ type: 'model', model, schedule });
  }

  async #post(message: ToFleet): Promise<void> {
    if (this.#isClosed) return;
    await this.#panel.webview.postMessage(message);
  }
}

/** The title of the page's tab. */
function fleetTitle(): string {
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
