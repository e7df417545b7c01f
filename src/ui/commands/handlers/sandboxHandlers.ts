import * as vscode from 'vscode';
import type { Handler, Handlers } from '../services';
import { askModal } from '../../editor/messages';
import { t } from '../../../base/l10n';

export const sandboxHandlers = {
  'serverManagement.useSandbox': async ({ sandbox }) => {
    await sandbox.enable();
    await vscode.commands.executeCommand('serverManagement.servers.focus');
    const { url, token, fetch } = await sandbox.running();
    return { url, token, ...(fetch && { fetch }) };
  },

  'serverManagement.resetSandbox': async ({ sandbox }) => {
    const isAgreed = await askModal({
      question: t('Reset the sandbox to its original data?'),
      detail: t('Your changes in the sandbox will be lost.'),
      place: undefined,
      button: t('Reset'),
    });
    if (isAgreed) await sandbox.reset();
  },

  'serverManagement.stopUsingSandbox': ({ sandbox }) => sandbox.disable(),
} satisfies Partial<Record<keyof Handlers, Handler>>;
