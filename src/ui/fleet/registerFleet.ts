import type * as vscode from 'vscode';
import type { FleetPanels } from './fleetPanels';
import { fleetViewType } from '../../panels/page/viewType';
import { registerPanelSerializer } from '../editor/webviewPanel';

/** Registers the restoring of the panel about all accounts immediately; its services follow. */
export function registerFleet(
  load: () => Promise<{ readonly services: { readonly fleet: FleetPanels } }>,
): vscode.Disposable {
  return registerPanelSerializer(fleetViewType, async (panel) => {
    await (await load()).services.fleet.restore(panel);
  });
}
