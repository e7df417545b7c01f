import * as vscode from 'vscode';
import { viewTypes } from '../../panels/page/viewType';
import type { Panels } from './panels';
import { registerPanelSerializer } from '../editor/webviewPanel';

export function registerPanels(
  load: () => Promise<{ readonly services: { readonly panels: Panels } }>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.values(viewTypes).map((viewType) =>
      registerPanelSerializer(viewType, async (panel, state) => {
        await (await load()).services.panels.restore(panel, state);
      }),
    ),
  );
}
