import type * as vscode from 'vscode';
import type { FleetPanels } from './fleetPanels';
import { fleetViewType } from '../../panels/viewType';
import { registerPanelSerializer } from '../editor/webviewPanel';

/** Registers the restoring of the panel about all accounts immediately; its services follow. */
export function registerFleet(
  load: () => Promise<{ readonly services: { readonly fleet: FleetPanels } }>,
): vscode.Disposable {
  return registerPanelSerializer(fleetViewType, async (panel) => {
    (await load()).services.fleet.fill(panel);
  });
}
