import type * as vscode from 'vscode';
import type { FollowPanels } from './followPanels';
import { followViewType } from '../../../panels/page/viewType';
import { registerPanelSerializer } from '../../editor/webviewPanel';

/** Registers panels of followed events for restoring immediately; their services are loaded later. */
export function registerFollow(
  load: () => Promise<{ readonly services: { readonly follow: FollowPanels } }>,
): vscode.Disposable {
  return registerPanelSerializer(followViewType, async (panel, state) => {
    await (await load()).services.follow.restore(panel, state);
  });
}
