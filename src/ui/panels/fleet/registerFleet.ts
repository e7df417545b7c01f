import type * as vscode from 'vscode';
import type { FleetPanels } from './fleetPanels';
import { fleetViewType } from '../../../panels/page/viewType';
import { registerPanelSerializer } from '../../editor/webviewPanel';

/** Registers the fleet panel for restoring immediately; its services are loaded later. */
export function registerFleet(
  load: () => Promise<{ readonly services: { readonly fleet: FleetPanels } }>,
): vscode.Disposable {
  return registerPanelSerializer(fleetViewType, async (panel) => {
    await (await load()).services.fleet.restore(panel);
  });
}
