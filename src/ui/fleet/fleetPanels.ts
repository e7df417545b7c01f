import type * as vscode from 'vscode';
import { FleetPanel, type FleetParts, fleetTitle } from './fleetPanel';
import { fleetViewType } from '../../panels/viewType';
import { createPanel } from '../editor/webviewPanel';
import { setContext } from '../status/contextKeys';

/** The panel about all accounts, of which there is one at most. */
export class FleetPanels {
  readonly #parts: FleetParts;
  #opened: FleetPanel | undefined;

  constructor(parts: FleetParts) {
    this.#parts = parts;
  }

  open(): void {
    if (this.#opened) this.#opened.reveal();
    else this.fill(createPanel(fleetViewType, fleetTitle()));
  }

  /** Fills a panel, such as one that the editor restored. */
  fill(panel: vscode.WebviewPanel): void {
    setContext('hasSeenFleet', true);
    const opened = new FleetPanel(this.#parts, panel);
    this.#opened = opened;
    panel.onDidDispose(() => {
      opened.close();
      if (this.#opened === opened) this.#opened = undefined;
    });
  }
}
