import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { t } from '../l10n';

/** Commands about the sandbox. */
export const sandboxHandlers = {
  'serverManagement.useSandbox': async ({ sandbox }) => {
    await sandbox.enable();
    await vscode.commands.executeCommand('serverManagement.servers.focus');
    const { url, token, fetch } = await sandbox.running();
    return { url, token, ...(fetch && { fetch }) };
  },

  'serverManagement.resetSandbox': async ({ sandbox }) => {
    const reset = t('Reset');
    const chosen = await vscode.window.showWarningMessage(
      t('Put the data of the sandbox back to how it was at first?'),
      { modal: true, detail: t('What you changed in the sandbox is lost.') },
      reset,
    );
    if (chosen === reset) await sandbox.reset();
  },

  'serverManagement.stopUsingSandbox': ({ sandbox }) => sandbox.disable(),
} satisfies Partial<Record<keyof Handlers, Handler>>;
