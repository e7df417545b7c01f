import * as vscode from 'vscode';
import type { CommandId } from '../../actions/commands';
import { viewTypes } from '../../panels/page/viewType';
import type { Services } from '../commands/services';
import { registerPanelSerializer } from '../editor/webviewPanel';
import type * as OnDemand from './onDemand';

type Load = () => Promise<typeof OnDemand & { readonly services: Services }>;

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: CommandId }[] };
}

export function registerCommands(
  { packageJSON }: vscode.Extension<unknown>,
  load: Load,
): vscode.Disposable {
  const { contributes } = packageJSON as Manifest;
  return vscode.Disposable.from(
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, async (...parameters: unknown[]) => {
        const { runCommand, services } = await load();
        return runCommand(command, services, parameters);
      }),
    ),
  );
}

/** Registers links to resources, which other programs may open. */
export function registerLinks(load: Load): vscode.Disposable {
  return vscode.window.registerUriHandler({
    async handleUri({ path }) {
      const { services, followLink } = await load();
      await followLink(services.explorer, path);
    },
  });
}

/** Registers the pages that VS Code restores after a restart. */
export function registerPanels(load: Load): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.values(viewTypes).map((viewType) =>
      registerPanelSerializer(viewType, async (panel, state) => {
        await (await load()).services.panels.restore(panel, state);
      }),
    ),
  );
}
