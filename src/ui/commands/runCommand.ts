import { accountHandlers } from './accountHandlers';
import { diagnosticsHandlers } from './diagnosticsHandlers';
import { connectHandlers } from './connectHandlers';
import { copyHandlers } from './copyHandlers';
import { documentHandlers } from './documentHandlers';
import { draftHandlers } from './draftHandlers';
import { findHandlers } from './findHandlers';
import type { CommandId } from './ids';
import type { Handlers } from './registerCommands';
import { sandboxHandlers } from './sandboxHandlers';
import { actionHandlers } from './actionHandlers';
import { panelHandlers } from './panelHandlers';
import { reportHandlers } from './reportHandlers';
import { treeHandlers } from './treeHandlers';
import { viewHandlers } from './viewHandlers';
import type { Core } from '../core';
import { t } from '../l10n';
import { showError } from '../notifications';

const handlers: Handlers = {
  ...accountHandlers,
  ...diagnosticsHandlers,
  ...connectHandlers,
  ...copyHandlers,
  ...documentHandlers,
  ...draftHandlers,
  ...findHandlers,
  ...sandboxHandlers,
  ...actionHandlers,
  ...panelHandlers,
  ...reportHandlers,
  ...treeHandlers,
  ...viewHandlers,
};

/** Runs a command; a failure that it did not put into a better place becomes a message. */
export async function runCommand(
  id: CommandId,
  core: Core,
  parameters: readonly unknown[],
): Promise<unknown> {
  try {
    return await handlers[id](core, ...parameters);
  } catch (error) {
    core.log.error(`${id}: ${error instanceof Error ? error.message : String(error)}`);
    void showError(t('That did not work.'), error, [
      { title: t('Show Log'), run: () => core.log.show() },
    ]);
    return undefined;
  }
}
