import type * as vscode from 'vscode';
import { fleetViewType, followViewType, panelViewType } from '../../panels/page/viewType';
import type { Panels } from './panels';
import { registerPanelSerializer } from '../editor/webviewPanel';
import type { FleetPanels } from './fleet/fleetPanels';
import type { FollowPanels } from './follow/followPanels';

/** Registers panels for restoring immediately; the services are loaded with the first of them. */
export function registerPanels(
  load: () => Promise<{ readonly services: { readonly panels: Panels } }>,
): vscode.Disposable {
  return registerPanelSerializer(panelViewType, async (panel, state) => {
    await (await load()).services.panels.restore(panel, state);
  });
}

/** Registers the fleet panel for restoring immediately; its services are loaded later. */
export function registerFleet(
  load: () => Promise<{ readonly services: { readonly fleet: FleetPanels } }>,
): vscode.Disposable {
  return registerPanelSerializer(fleetViewType, async (panel) => {
    (await load()).services.fleet.restore(panel);
  });
}

/** Registers panels of followed events for restoring immediately; their services are loaded later. */
export function registerFollow(
  load: () => Promise<{ readonly services: { readonly follow: FollowPanels } }>,
): vscode.Disposable {
  return registerPanelSerializer(followViewType, async (panel, state) => {
    await (await load()).services.follow.restore(panel, state);
  });
}
