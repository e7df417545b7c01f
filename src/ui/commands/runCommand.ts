import { attentionHandlers } from './handlers/attentionHandlers';
import { accountHandlers } from './handlers/accountHandlers';
import { diagnosticsHandlers } from './handlers/diagnosticsHandlers';
import { connectHandlers } from './handlers/connectHandlers';
import { copyHandlers } from './handlers/copyHandlers';
import { documentHandlers } from './handlers/documentHandlers';
import { draftHandlers } from './handlers/draftHandlers';
import { findHandlers } from './handlers/findHandlers';
import type { CommandId } from '../../commands/ids';
import type { Handlers } from './handler';
import { sandboxHandlers } from './handlers/sandboxHandlers';
import { actionHandlers } from './handlers/actionHandlers';
import { pendingHandlers } from './handlers/pendingHandlers';
import { panelHandlers } from './handlers/panelHandlers';
import { reportHandlers } from './handlers/reportHandlers';
import { treeHandlers } from './handlers/treeHandlers';
import { viewHandlers } from './handlers/viewHandlers';
import type { Services } from '../services';
import { t } from '../l10n';
import { showError } from '../notifications';

const handlers: Handlers = {
  ...accountHandlers,
  ...attentionHandlers,
  ...diagnosticsHandlers,
  ...connectHandlers,
  ...copyHandlers,
  ...documentHandlers,
  ...draftHandlers,
  ...findHandlers,
  ...sandboxHandlers,
  ...actionHandlers,
  ...panelHandlers,
  ...pendingHandlers,
  ...reportHandlers,
  ...treeHandlers,
  ...viewHandlers,
};

/** Runs a command; a failure that it doesn't show elsewhere becomes a message. */
export async function runCommand(
  id: CommandId,
  services: Services,
  parameters: readonly unknown[],
): Promise<unknown> {
  try {
    // The palette and key bindings pass nothing: they are about what the person points at.
    const isGiven = parameters.some((each) => each !== undefined);
    const actual = isGiven ? parameters : services.currentTargets.parametersFor(id);
    return await handlers[id](services, ...actual);
  } catch (error) {
    services.log.error(`${id}: ${error instanceof Error ? error.message : String(error)}`);
    void showError(t('Unexpected error.'), error, [
      { title: t('Show Log'), run: () => services.log.show() },
    ]);
    return undefined;
  }
}
