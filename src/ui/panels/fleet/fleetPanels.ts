import type * as vscode from 'vscode';
import { FleetPanel, type FleetParts, fleetTitle } from './fleetPanel';
import { fleetViewType } from '../../../panels/page/viewType';
import { createPanel } from '../../editor/webviewPanel';
import { setContext } from '../../editor/contextKeys';

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
