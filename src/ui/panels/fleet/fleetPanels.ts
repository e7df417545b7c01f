import type * as vscode from 'vscode';
import type { FleetPanel, FleetParts, fleetTitle } from './fleetPanel';
import { fleetViewType } from '../../../panels/page/viewType';
import { createPanel } from '../../editor/webviewPanel';
import { setContext } from '../../editor/contextKeys';

/** The fleet panel's code. */
export interface FleetCode {
  readonly FleetPanel: typeof FleetPanel;
  readonly fleetTitle: typeof fleetTitle;
}

/** The fleet panel: at most one exists, and its code is loaded with it. */
export class FleetPanels {
  readonly #parts: FleetParts;
  readonly #load: () => Promise<FleetCode>;
  #opened: FleetPanel | undefined;

  constructor(parts: FleetParts, load: () => Promise<FleetCode>) {
    this.#parts = parts;
    this.#load = load;
  }

  async open(): Promise<void> {
    const code = await this.#load();
    if (this.#opened) this.#opened.reveal();
    else this.#fill(code, createPanel(fleetViewType, code.fleetTitle()));
  }

  /** Fills a panel that the editor restored. */
  async restore(panel: vscode.WebviewPanel): Promise<void> {
    let isClosed = false;
    const closing = panel.onDidDispose(() => (isClosed = true));
    const code = await this.#load();
    closing.dispose();
    if (!isClosed) this.#fill(code, panel);
  }

  #fill({ FleetPanel }: FleetCode, panel: vscode.WebviewPanel): void {
    setContext('hasSeenFleet', true);
    const opened = new FleetPanel(this.#parts, panel);
    this.#opened = opened;
    panel.onDidDispose(() => {
      opened.close();
      if (this.#opened === opened) this.#opened = undefined;
    });
  }
}
